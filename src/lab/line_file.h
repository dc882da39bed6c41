// A file of lines that is only ever appended to. A line is on the disk (fdatasync) before it counts, so that kill -9 or a power cut
// costs at most the line under way: the half of it that may be left is cut off when the file is opened again.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "base/result.h"

namespace agon::lab {

class LineFile {
 public:
  // Makes the file (its folder is there) or opens what is there. Refuses what is no regular file, and a file that another process
  // is using after `wait`: one that was killed a moment ago may still be going.
  [[nodiscard]] static Result<LineFile> open(const std::string& path, std::chrono::milliseconds wait = {});
  ~LineFile();
  LineFile(LineFile&& other) noexcept;
  LineFile& operator=(LineFile&&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  // Everything in the file, the half line at its end included.
  [[nodiscard]] Result<std::string> read() const;
  // The first `size` bytes, which end with a whole line, are good; the rest is cut off. To be called once, before anything is
  // appended.
  [[nodiscard]] Status keep(std::size_t size);
  // Fails on a full disk; what is in the file stays whole.
  [[nodiscard]] Status append(std::string line);

 private:
  LineFile(std::string path, int file) : path_(std::move(path)), file_(file) {}

  std::string path_;
  int file_ = -1;
  std::size_t size_ = 0;  // of the whole lines
};

}  // namespace agon::lab
