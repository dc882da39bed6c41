// One small report in all its forms.
#include "lab/reproduce/writers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

namespace agon::lab::reproduce {
namespace {

using testing::HasSubstr;
using testing::Not;

Report sample_report() {
  Report report;
  report.experiment.name = "sheep";
  report.experiment.title = "Counting <sheep>";
  report.experiment.citation = "A. Shepherd & Co.";
  report.experiment.claim = "Sheep can be counted.";
  report.machines = {"abacus"};
  report.commits = {"abc"};
  report.cells = 2;
  report.missing = {"west"};
  report.settings.set("zeta", 5.0);
  report.tables.push_back({"flock",
                           "Sheep by field",
                           {{"field", Column::Kind::Label}, {"sheep", Column::Kind::Published}, {"sheep", Column::Kind::Ours}},
                           {{"north, upper", 1234567.0, Estimate{12.34, 11, 14}}, {"south", Cell(), "none \"at all\""}},
                           "a note"});
  report.plots.push_back(
      {"Growth", "fields", "sheep", true, true, {{"ours", {{1, 10}, {10, 100}, {0, 5}}}, {"theirs", {{1, 3}}, true}}});
  report.checks.push_back({{"enough", "There are sheep.", 3, {{"fields", 2}}, "it failed at 2"},
                           CheckOutcome::State::Holds,
                           "12 of them",
                           Estimate{12, 11, 14},
                           {{"fields", 5}}});
  report.checks.push_back({{"wolves", "There are wolves.", 1, {}, ""}, CheckOutcome::State::NotMeasured, "it was dark", {}, {}});
  return report;
}

TEST(Report, HoldsUnlessAMeasuredCheckFails) {
  Report report = sample_report();
  EXPECT_TRUE(report.holds());
  report.checks[1].state = CheckOutcome::State::Fails;
  EXPECT_FALSE(report.holds());
}

TEST(Report, NumbersAreReadable) {
  EXPECT_EQ(number_text(1234567), "1,234,567");
  EXPECT_EQ(number_text(-1234.4), "-1,234");
  EXPECT_EQ(number_text(0.12345), "0.123");
  EXPECT_EQ(number_text(12.345), "12.3");
  EXPECT_EQ(number_text(3), "3");
  EXPECT_EQ(number_text(0.0001234), "0.00012");
  EXPECT_EQ(cell_text(Estimate{12.34, 11, 14}), "12.3 [11..14]");
  EXPECT_EQ(cell_text(Estimate{3, 3, 3}), "3");
}

TEST(Writers, TextHasTablesAndChecks) {
  const std::string text = to_text(sample_report());
  EXPECT_THAT(text, HasSubstr("sheep (published)"));
  EXPECT_THAT(text, HasSubstr("1,234,567"));
  EXPECT_THAT(text, HasSubstr("12.3 [11..14]"));
  EXPECT_THAT(text, HasSubstr("holds        enough"));
  EXPECT_THAT(text, HasSubstr("not measured wolves"));
  EXPECT_THAT(text, HasSubstr("an answer takes: fields 2"));
  EXPECT_THAT(text, HasSubstr("changed: it failed at 2"));
}

TEST(Writers, ARunSaysWhereItComesFrom) {
  EXPECT_EQ(run_text(sample_report()),
            "A full run: 2 of 3 cells, 0 s in all, 1 thread, load of the machine up to 0.0, commit abc; abacus.");
}

TEST(Writers, EveryLineIsJson) {
  std::istringstream lines(to_json_lines(sample_report()));
  std::vector<nlohmann::json> all;
  for (std::string line; std::getline(lines, line);) all.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all[0]["schema"], "agon.reproduction/2");
  EXPECT_EQ(all[0]["missing"][0], "west");
  EXPECT_EQ(all[0]["settings"]["zeta"], 5.0);
  EXPECT_EQ(all[1]["label"]["field"], "north, upper");
  EXPECT_EQ(all[1]["published"]["sheep"], 1234567.0);
  EXPECT_EQ(all[1]["ours"]["sheep"]["low"], 11);
  EXPECT_TRUE(all[2]["published"]["sheep"].is_null());
  EXPECT_EQ(all[3]["schema"], "agon.reproduction-check/2");
  EXPECT_EQ(all[3]["state"], "holds");
  EXPECT_EQ(all[3]["figure"]["high"], 14);
  EXPECT_EQ(all[3]["needs"]["fields"], 2);
  EXPECT_EQ(all[3]["spent"]["fields"], 5);
  EXPECT_EQ(all[3]["changed"], "it failed at 2");
  EXPECT_FALSE(all[4].contains("changed"));
  EXPECT_EQ(all[4]["state"], "not measured");
}

TEST(Writers, CsvQuotesAndHasRanges) {
  const auto files = to_csv(sample_report());
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].first, "flock.csv");
  EXPECT_EQ(files[0].second,
            "field,sheep (published),sheep,sheep low,sheep high\n"
            "\"north, upper\",1234567,12.34,11,14\n"
            "south,,\"none \"\"at all\"\"\",,\n");
}

TEST(Writers, HtmlIsOnePageThatNeedsNothingElse) {
  const std::string page = to_html(sample_report());
  EXPECT_THAT(page, HasSubstr("Counting &lt;sheep&gt;"));
  EXPECT_THAT(page, HasSubstr("Shepherd &amp; Co."));
  EXPECT_THAT(page, HasSubstr("Changed: it failed at 2"));
  EXPECT_THAT(page, HasSubstr("<svg"));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_THAT(page, Not(HasSubstr("src=")));
  EXPECT_THAT(page, Not(HasSubstr("href=")));
}

TEST(Writers, PlotsLeaveOutWhatALogarithmCannotShow) {
  const std::string plot = to_svg(sample_report().plots[0]);
  std::size_t dots = 0;
  for (std::size_t at = plot.find("<circle"); at != std::string::npos; at = plot.find("<circle", at + 1)) ++dots;
  EXPECT_EQ(dots, 3U);
  EXPECT_THAT(plot, HasSubstr("theirs (published)"));
  EXPECT_THAT(plot, Not(HasSubstr("nan")));
  EXPECT_THAT(plot, Not(HasSubstr("inf")));
  EXPECT_THAT(to_svg(Plot{}), Not(HasSubstr("nan")));
}

TEST(Writers, IntervalsAreDotsWithWhiskers) {
  const double infinite = std::numeric_limits<double>::infinity();
  IntervalPlot plot{"Strength", "Elo", {"now", "before"}, {}};
  plot.rows.push_back({"<ram>", {Estimate{10, 5, 15}, std::nullopt}});
  plot.rows.push_back({"ewe", {Estimate{40, 30, infinite}, Estimate{infinite, 0, infinite}}});
  const std::string picture = to_svg(plot);
  std::size_t dots = 0;
  for (std::size_t at = picture.find("<title>"); at != std::string::npos; at = picture.find("<title>", at + 1)) ++dots;
  EXPECT_EQ(dots, 2U);
  EXPECT_THAT(picture, HasSubstr("&lt;ram&gt;"));
  EXPECT_THAT(picture, HasSubstr("before"));
  EXPECT_THAT(picture, Not(HasSubstr("inf")));
  EXPECT_THAT(to_svg(IntervalPlot{}), Not(HasSubstr("nan")));
}

TEST(Writers, ShadesAreOnlyForPages) {
  Table table = sample_report().tables[0];
  table.rows[0][2].shade = 0.9;
  EXPECT_THAT(to_html(table), HasSubstr("rgba(var(--win), 0.44)"));
  EXPECT_EQ(to_csv(table), to_csv(sample_report().tables[0]));
}

}  // namespace
}  // namespace agon::lab::reproduce
