#include "serve/sheets/rules_worker.h"

#include <unistd.h>

#include <fstream>
#include <new>

#include "serve/http/json_reader.h"
#include "serve/http/message.h"
#include "serve/json.h"
#include "serve/sheets/vetting.h"

namespace agon::serve {
namespace {

constexpr std::size_t kSheetsKept = 16;
constexpr std::size_t kLargestQuestion = std::size_t{64} << 20U;

std::size_t address_space() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

CacheLimits cache_limits(const RulesWorkerOptions& options) {
  CacheLimits limits;
  limits.sheets = kSheetsKept;
  if (options.memory_bytes > 0) limits.bytes = options.memory_bytes / 4;
  return limits;
}

std::string text_in(const Json& order) {
  const auto text = order.find("text");
  return text != order.end() && text->is_string() ? text->get<std::string>() : std::string();
}

RulesWorker::Answer worker_refusal(const Error& error, std::string_view text = {}) {
  const Response response = error_response(error, text);
  return {response.status, *response.body};
}

RulesWorker::Answer out_of_memory() {
  RulesWorker::Answer answer = worker_refusal(
      limit_reached("out-of-memory", "This takes more memory than one request may.", "Ask for less, or make the rules smaller."));
  answer.leaving = true;
  return answer;
}

}  // namespace

RulesWorker::RulesWorker(const RulesWorkerOptions& options)
    : options_(options), sheets_(options.sheets, cache_limits(options)), rules_(sheets_, options.rules) {}

RulesWorker::Answer RulesWorker::answer(const QuestionHead& head, const std::string& body) {
  Answer answer;
  try {
    WorkBudget budget(head.time, options_.answer_bytes);
    const bool vetting = head.what == kVetQuestion;  // its body is the text itself
    const Result<Json> order = vetting ? Result<Json>(Json::object({{"text", body}})) : parse_object(body);
    if (!order) return worker_refusal(order.error());
    const Result<Json> found = rules_.answer(head.what, *order, budget);
    if (found) answer.body = found->dump(-1, ' ', false, Json::error_handler_t::replace);
    else if (vetting) answer.body = to_json(found.error()).dump(-1, ' ', false, Json::error_handler_t::replace);
    else answer = worker_refusal(found.error(), text_in(*order));
    WorkBudget(head.time, options_.answer_bytes).spend(answer.body.size());
  } catch (const LimitReached& limit) {
    answer = worker_refusal(limit.error());
    if (limit.error().diagnostics.front().code == "out-of-memory") answer.leaving = true;
  } catch (const Json::exception& problem) {
    answer = worker_refusal(unreadable_field(problem.what()));
  } catch (const std::bad_alloc&) {
    answer = out_of_memory();
  }
  answer.leaving = answer.leaving || (options_.memory_bytes > 0 && address_space() > options_.memory_bytes / 2);
  return answer;
}

void run_rules_worker(std::istream& in, std::FILE* out, const RulesWorkerOptions& options) {
  RulesWorker worker(options);
  std::string line;
  while (std::getline(in, line)) {
    const std::optional<QuestionHead> head = read_question_head(line);
    if (!head || head->bytes > kLargestQuestion) return;
    std::string body(head->bytes, '\0');
    if (!in.read(body.data(), static_cast<std::streamsize>(body.size()))) return;
    const RulesWorker::Answer answer = worker.answer(*head, body);
    const std::string first = to_line(AnswerHead{answer.status, answer.body.size(), answer.leaving});
    std::fwrite(first.data(), 1, first.size(), out);
    std::fwrite(answer.body.data(), 1, answer.body.size(), out);
    std::fflush(out);
    if (answer.leaving) return;
  }
}

}  // namespace agon::serve
