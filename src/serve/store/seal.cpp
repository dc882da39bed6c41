#include "serve/store/seal.h"

#include <string_view>

#include "base/hash.h"

namespace agon::serve {
namespace {

// Texts with their lengths in front, so that no two rows give the same bytes.
class SealedBytes {
 public:
  SealedBytes& operator<<(std::int64_t number) {
    for (unsigned shift = 0; shift < 64; shift += 8) bytes_ += static_cast<char>(static_cast<std::uint64_t>(number) >> shift);
    return *this;
  }
  SealedBytes& operator<<(std::string_view text) {
    *this << static_cast<std::int64_t>(text.size());
    bytes_ += text;
    return *this;
  }
  [[nodiscard]] Seal seal() const { return static_cast<Seal>(hash_bytes(bytes_.data(), bytes_.size())); }

 private:
  std::string bytes_;
};

}  // namespace

Seal seal_of(Seal previous, const Event& event) {
  return (SealedBytes() << previous << event.match << event.kind << event.body << event.at).seal();
}

Seal seal_of(const MatchRow& row) {
  SealedBytes bytes;
  bytes << row.id << row.created_at << std::int64_t{row.ended_at.has_value()} << row.ended_at.value_or(0) << row.state
        << row.summary;
  return bytes.seal();
}

Seal seal_of(const TournamentRow& row) { return (SealedBytes() << row.id << row.created_at << row.state << row.body).seal(); }

}  // namespace agon::serve
