// Differential testing of the prover against the reference semantics: walks a random match by the reference, asks the prover
// everything about every state of it, and reports the first difference. A failing sheet can be shrunk to a minimal one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "gdl/rules.h"

namespace agon::property {

// No value if prover and reference agree, in any order of queries and of rules; otherwise a description of the disagreement.
// `skipped` is set where the sheet has too many consequences for the reference.
[[nodiscard]] std::optional<std::string> disagreement(const gdl::Rules& rules, std::uint64_t seed, bool* skipped = nullptr);

// Deletes rules, conditions and parts of conditions while the rest stays safe and stratified and `fails` stays true.
[[nodiscard]] gdl::Rules shrink(const gdl::Rules& rules, const std::function<bool(const gdl::Rules&)>& fails);

}  // namespace agon::property
