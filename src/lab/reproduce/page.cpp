#include "lab/reproduce/page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "lab/reproduce/registry.h"
#include "lab/reproduce/stored_run.h"
#include "lab/reproduce/writers.h"

namespace agon::lab::reproduce {
namespace {

namespace fs = std::filesystem;
using State = CheckOutcome::State;

constexpr const char* kIntroduction =
    "# Experiments of the literature, repeated\n\n"
    "<!-- Made by `agon reproduce --write-docs` from experiments/results and experiments/findings: change those. -->\n\n"
    "`agon reproduce NAME` repeats an experiment, prints the published figures beside ours and answers its checks; `--quick` takes "
    "a\n"
    "minute or two, `--resume` goes on with a run that was stopped, `--cells` measures a part of it. Every figure in the tables "
    "below\n"
    "comes from one stored run (`experiments/results`), whose settings, seeds and raw counts are in its file. A check answers "
    "*holds* or\n"
    "*fails* only if the run did at least the work that an answer takes (games, simulations); else it says *not measured*, "
    "whatever\n"
    "its figure. A check that was changed after it had failed, or because it could not fail, says so.\n\n";

// Text in a cell of a Markdown table.
std::string in_cell(std::string text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::size_t count(const Report& report, State state) {
  return static_cast<std::size_t>(std::ranges::count(report.checks, state, &CheckOutcome::state));
}

std::string summary_row(const PageSection& section, const Report& report) {
  const std::size_t all = report.cells + report.missing.size();
  return fmt::format("| [`{0}`](#{0}) | {1}, {2} of {3} cells | {4} | {5} | {6} | {7} |\n", section.experiment.name,
                     report.quick ? "quick" : "full", report.cells, all, count(report, State::Holds), count(report, State::Fails),
                     count(report, State::NotMeasured), fmt::join(report.commits, ", "));
}

std::string checks_of(const Report& report) {
  std::string out = "| check | answer | figure | an answer takes | what was found |\n|---|---|---|---|---|\n";
  for (const CheckOutcome& check : report.checks) {
    std::string found = check.reason;
    if (!check.spec.changed.empty()) found += fmt::format(" **Changed:** {}", check.spec.changed);
    const char* mark = check.state == State::Fails ? "**" : "";
    out += fmt::format("| `{}`: {}{} | {}{}{} | {} | {} | {} |\n", check.spec.id, in_cell(check.spec.description),
                       check.spec.threshold != 0 ? fmt::format(" ({})", number_text(check.spec.threshold)) : "", mark,
                       to_string(check.state), mark, check.figure ? in_cell(cell_text(*check.figure)) : "",
                       in_cell(amounts_text(check.spec.needs)), in_cell(found));
  }
  return out;
}

// Only rows with a figure of ours: what was not measured has nothing to show.
std::string to_markdown(const Table& table) {
  std::string head = "|", line = "|", body;
  for (const Column& column : table.columns) {
    head += fmt::format(" {}{} |", in_cell(column.name), column.kind == Column::Kind::Published ? " (published)" : "");
    line += column.kind == Column::Kind::Label ? "---|" : "--:|";
  }
  for (const auto& row : table.rows) {
    bool ours = false;
    std::string cells = "|";
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const Cell cell = c < row.size() ? row[c] : Cell();
      ours = ours || (table.columns[c].kind == Column::Kind::Ours && !cell.empty());
      cells += fmt::format(" {} |", in_cell(cell_text(cell)));
    }
    if (ours) body += cells + '\n';
  }
  if (body.empty()) return "";
  return fmt::format("**{}**\n\n{}\n{}\n{}\n{}", table.title, head, line, body, table.note.empty() ? "" : table.note + "\n\n");
}

std::string run_of(const Report& report) {
  std::string out = run_text(report) + "\n\n" + checks_of(report) + '\n';
  std::string tables;
  for (const Table& table : report.tables) tables += to_markdown(table);
  for (const std::string& note : report.notes) tables += note + "\n\n";
  if (!tables.empty()) out += fmt::format("<details><summary>Tables of this run</summary>\n\n{}</details>\n\n", tables);
  return out;
}

std::vector<fs::path> files_of(const fs::path& folder, const char* extension) {
  std::vector<fs::path> result;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == extension) result.push_back(entry.path());
  }
  std::ranges::sort(result);
  return result;
}

PageSection* find(std::vector<PageSection>& sections, const std::string& name) {
  const auto found = std::ranges::find_if(sections, [&](const PageSection& one) { return one.experiment.name == name; });
  return found == sections.end() ? nullptr : &*found;
}

}  // namespace

std::string page_of(const std::vector<PageSection>& sections) {
  std::string out = kIntroduction;
  out += "| experiment | run | holds | fails | not measured | commit |\n|---|---|--:|--:|--:|---|\n";
  for (const PageSection& section : sections) {
    for (const Report& report : section.runs) out += summary_row(section, report);
    if (section.runs.empty())
      out += fmt::format("| [`{0}`](#{0}) | none | | | {1} | |\n", section.experiment.name, section.experiment.checks.size());
  }
  for (const PageSection& section : sections) {
    out += fmt::format("\n## {}\n\n{}. *{}*\n\n", section.experiment.name, section.experiment.title, section.experiment.citation);
    if (section.runs.empty()) out += "No run is stored.\n\n";
    for (const Report& report : section.runs) out += run_of(report);
    out += section.findings;
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

Result<std::string> make_page(const std::string& experiments_folder, const std::string& games_folder) {
  const Result<std::vector<Experiment>> experiments = all_experiments(experiments_folder);
  if (!experiments) return experiments.error();
  std::vector<PageSection> sections;
  for (const Experiment& one : *experiments) sections.push_back({one, {}, {}});
  for (const fs::path& path : files_of(fs::path(experiments_folder) / "results", ".jsonl")) {
    const Result<StoredRun> run = load_run(path.string());
    if (!run) return run.error();
    PageSection* const section = find(sections, run->experiment);
    if (section == nullptr)
      return bad_input("no-such-experiment", fmt::format("{}:1: there is no experiment '{}'", path.string(), run->experiment));
    Result<Report> report = report_of(section->experiment, *run, games_folder);
    if (!report) return report.error();
    section->runs.push_back(std::move(*report));
  }
  for (const fs::path& path : files_of(fs::path(experiments_folder) / "findings", ".md")) {
    const Result<std::string> text = read_file(path.string());
    if (!text) return text.error();
    PageSection* const section = find(sections, path.stem().string());
    if (section == nullptr)
      return bad_input("no-such-experiment", fmt::format("{}: there is no experiment of this name", path.string()));
    section->findings = *text;
  }
  for (PageSection& section : sections) std::ranges::stable_sort(section.runs, {}, &Report::quick);
  return page_of(sections);
}

}  // namespace agon::lab::reproduce
