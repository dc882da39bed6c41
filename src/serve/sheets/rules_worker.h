// The worker process behind the Studio (`agon rules-worker`): answers questions about a stranger's rules, one at a time, in the
// frames of rules_frame.h. Process isolation: what such rules allocate, how long they take and what they break is the worker's own
// business, and rules_pool.h ends it and starts another.
#pragma once

#include <cstdio>
#include <istream>
#include <string>

#include "serve/sheets/rules_frame.h"
#include "serve/sheets/rules_service.h"

namespace agon::serve {

struct RulesWorkerOptions {
  SheetLimits sheets;
  RulesLimits rules;
  std::size_t memory_bytes = 0;  // address space of the process, which it leaves when half of it is used up; 0: as it likes
  std::size_t answer_bytes = std::size_t{8} << 20U;
};

class RulesWorker {
 public:
  explicit RulesWorker(const RulesWorkerOptions& options);

  struct Answer {
    int status = 200;
    std::string body;
    bool leaving = false;
  };
  // Never throws: running out of time or memory is an answer too.
  [[nodiscard]] Answer answer(const QuestionHead& head, const std::string& body);

 private:
  RulesWorkerOptions options_;
  SheetCache sheets_;
  RulesService rules_;
};

// Until the input ends or the worker leaves.
void run_rules_worker(std::istream& in, std::FILE* out, const RulesWorkerOptions& options);

}  // namespace agon::serve
