#include "lab/reproduce/run_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

namespace agon::lab::reproduce {
namespace {

namespace fs = std::filesystem;

Error other_run(const std::string& path, const std::string& message) {
  return bad_input("other-run", fmt::format("'{}' {}", path, message), "give the same options to go on with it, or another folder");
}

}  // namespace

Result<RunFile> RunFile::start(const std::string& path, const StoredRun& run) {
  std::error_code error;
  const bool there = fs::is_regular_file(path, error) && fs::file_size(path, error) > 0;
  if (there) fs::rename(path, path + ".previous", error);
  if (error && there) return bad_input("cannot-write", fmt::format("cannot move '{}' aside: {}", path, error.message()));
  Result<LineFile> file = LineFile::open(path);
  if (!file) return file.error();
  StoredRun fresh = run;
  fresh.cells.clear();
  if (const Status written = file->append(header_line(fresh)); !written) return written.error();
  return RunFile(std::move(*file), std::move(fresh));
}

Result<RunFile> RunFile::resume(const std::string& path, const StoredRun& run) {
  std::error_code error;
  if (!fs::exists(path, error)) return start(path, run);
  Result<LineFile> file = LineFile::open(path);
  if (!file) return file.error();
  const Result<std::string> content = file->read();
  if (!content) return content.error();
  if (content->find('\n') == std::string::npos) {
    // Killed before its header was whole: nothing is lost.
    if (!header_line(run).starts_with(*content)) return other_run(path, "is no stored run");
    if (const Status kept = file->keep(0); !kept) return kept.error();
    if (const Status written = file->append(header_line(run)); !written) return written.error();
    StoredRun fresh = run;
    fresh.cells.clear();
    return RunFile(std::move(*file), std::move(fresh));
  }
  Result<ReadRun> read = parse_run(*content, path);
  if (!read) return read.error();
  if (read->run.experiment != run.experiment) return other_run(path, fmt::format("is a run of {}", read->run.experiment));
  if (read->run.quick != run.quick) return other_run(path, read->run.quick ? "is a quick run" : "is a full run");
  if (const auto names = differing_names(read->run.settings, run.settings); !names.empty())
    return other_run(path, fmt::format("has other settings: {} differ{}", fmt::join(names, ", "), names.size() == 1 ? "s" : ""));
  if (const Status kept = file->keep(read->whole); !kept) return kept.error();
  return RunFile(std::move(*file), std::move(read->run));
}

}  // namespace agon::lab::reproduce
