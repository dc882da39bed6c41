// The binary as the linker left it: position-independent, symbols bound at the start (BIND_NOW), relocations read-only, no
// executable stack.
#include <elf.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "base/file.h"

namespace agon {
namespace {

template <class T>
T at(const std::string& bytes, std::size_t place) {
  T value{};
  if (place + sizeof value <= bytes.size()) std::memcpy(&value, bytes.data() + place, sizeof value);
  return value;
}

std::vector<Elf64_Phdr> segments_of(const std::string& bytes, const Elf64_Ehdr& head) {
  std::vector<Elf64_Phdr> segments;
  for (std::size_t i = 0; i < head.e_phnum; ++i) segments.push_back(at<Elf64_Phdr>(bytes, head.e_phoff + i * head.e_phentsize));
  return segments;
}

TEST(Hardening, TheBinaryIsLinkedWithTheUsualProtections) {
  const Result<std::string> bytes = read_file(AGON_BINARY, std::size_t{1} << 30U);
  ASSERT_TRUE(bytes.ok());
  const auto head = at<Elf64_Ehdr>(*bytes, 0);
  ASSERT_EQ(std::memcmp(head.e_ident, ELFMAG, SELFMAG), 0);
  EXPECT_EQ(head.e_type, ET_DYN) << "position-independent, for address space layout randomisation";
  bool relro = false, stack = false;
  Elf64_Xword flags = 0, flags_1 = 0;
  for (const Elf64_Phdr& segment : segments_of(*bytes, head)) {
    relro = relro || segment.p_type == PT_GNU_RELRO;
    if (segment.p_type == PT_GNU_STACK) {
      stack = true;
      EXPECT_EQ(segment.p_flags & PF_X, 0U) << "an executable stack";
    }
    if (segment.p_type != PT_DYNAMIC) continue;
    for (std::size_t place = segment.p_offset; place < segment.p_offset + segment.p_filesz; place += sizeof(Elf64_Dyn)) {
      const auto entry = at<Elf64_Dyn>(*bytes, place);
      if (entry.d_tag == DT_FLAGS) flags = entry.d_un.d_val;
      if (entry.d_tag == DT_FLAGS_1) flags_1 = entry.d_un.d_val;
    }
  }
  EXPECT_TRUE(relro);
  EXPECT_TRUE(stack);
  EXPECT_TRUE((flags & DF_BIND_NOW) != 0 || (flags_1 & DF_1_NOW) != 0) << "BIND_NOW";
}

}  // namespace
}  // namespace agon
