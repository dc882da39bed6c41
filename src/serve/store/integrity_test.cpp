// Damage to the store, by accident or by age: what is noticed, what goes on, and what an operator is told.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/test_folder.h"
#include "serve/store/inspect.h"
#include "serve/store/store.h"
#include "serve/tokens.h"

namespace agon::serve {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

mode_t mode_of(const std::string& path) {
  struct stat now {};
  return ::stat(path.c_str(), &now) == 0 ? now.st_mode & 0777U : 0;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string opening_code(const std::string& path) {
  const Result<std::unique_ptr<Store>> store = Store::open(path);
  return store ? "opened" : store.error().diagnostics[0].code;
}

Write played(const std::string& match, int number) {
  return {.events = {{0, match, number == 0 ? "created" : "step", fmt::format("{{\"n\":{}}}", number), number}},
          .row = MatchRow{match, 1, std::nullopt, "running", "{}"},
          .tournament = {}};
}

// Two matches of five events each, and a tournament.
class Damage : public testing::Test {
 protected:
  void SetUp() override {
    const auto store = open();
    for (int i = 0; i < 10; ++i)
      store->append(played(i % 2 == 0 ? "even" : "odd", i / 2), [](const auto& error) { EXPECT_FALSE(error); });
    store->put_tournament({"t", 1, "ended", "{}"}, [](const auto& error) { EXPECT_FALSE(error); });
  }
  std::unique_ptr<Store> open() {
    Result<std::unique_ptr<Store>> store = Store::open(path_);
    EXPECT_TRUE(store) << (store ? "" : store.error().diagnostics[0].message);
    return store ? std::move(*store) : nullptr;
  }
  void change(const char* sql) { sqlite::Connection(path_).execute(sql); }
  std::vector<std::string> findings() {
    const Result<StoreReport> report = check_store(path_);
    if (!report) return {report.error().diagnostics[0].code};
    std::vector<std::string> found;
    for (const StoreFinding& finding : report->findings) found.push_back(finding.match + "|" + finding.problem);
    return found;
  }
  // The match "odd" is refused, the other one is there.
  void expect_only_odd_is_damaged() {
    const auto store = open();
    const Result<std::vector<Event>> events = store->events("odd");
    ASSERT_FALSE(events);
    EXPECT_EQ(events.error().diagnostics[0].code, "store-damaged");
    EXPECT_EQ(store->events("even")->size(), 5U);
    const Result<std::vector<MatchRow>> rows = store->matches({});
    ASSERT_TRUE(rows);
    for (const MatchRow& row : *rows) EXPECT_EQ(row.damaged, row.id == "odd") << row.id;
  }

  const TestFolder folder_;
  const std::string path_ = folder_.file("store");
};

TEST_F(Damage, NothingIsFoundWhereThereIsNone) {
  EXPECT_THAT(findings(), ElementsAre());
  const StoreReport report = *check_store(path_);
  EXPECT_EQ(report.events, 10);
  EXPECT_EQ(report.matches, 2);
  EXPECT_EQ(report.tournaments, 1);
  EXPECT_FALSE((*open()->matches({}))[0].damaged);
}

TEST_F(Damage, AChangedEventIsFound) {
  for (const char* sql :
       {"UPDATE events SET body = '{\"n\":8}' WHERE match = 'odd' AND at = 3",
        "UPDATE events SET kind = 'stfp' WHERE match = 'odd' AND at = 2", "UPDATE events SET at = 9 WHERE match = 'odd' AND at = 4",
        "UPDATE events SET seal = seal + 1 WHERE match = 'odd' AND at = 4"}) {
    const std::string before = content_of(path_);
    change(sql);
    EXPECT_FALSE(findings().empty()) << sql;
    expect_only_odd_is_damaged();
    std::ofstream(path_, std::ios::binary) << before;
  }
}

TEST_F(Damage, MissingEventsAreFoundAtEveryPlace) {
  for (const char* sql : {"DELETE FROM events WHERE match = 'odd' AND at = 0", "DELETE FROM events WHERE match = 'odd' AND at = 2",
                          "DELETE FROM events WHERE match = 'odd' AND at = 4", "DELETE FROM events WHERE match = 'odd'",
                          "DELETE FROM heads WHERE match = 'odd'"}) {
    const std::string before = content_of(path_);
    change(sql);
    EXPECT_FALSE(findings().empty()) << sql;
    expect_only_odd_is_damaged();
    std::ofstream(path_, std::ios::binary) << before;
  }
}

TEST_F(Damage, AMissingHeadIsToldOfItsMatch) {
  change("DELETE FROM heads WHERE match = 'odd'");
  EXPECT_THAT(findings(), ElementsAre("odd|how many events it has was not kept"));
}

TEST_F(Damage, AMatchThatIsGoneAsAWholeIsMissedByTheLedger) {
  change("DELETE FROM events WHERE match = 'odd'; DELETE FROM heads WHERE match = 'odd'; DELETE FROM matches WHERE id = 'odd'");
  EXPECT_THAT(findings(), ElementsAre("|10 events were written, and 5 are there"));
}

TEST_F(Damage, ChangedRowsOfListsAreFound) {
  change("UPDATE matches SET state = 'ended' WHERE id = 'odd'");
  EXPECT_THAT(findings(), ElementsAre(HasSubstr("odd|its row")));
  EXPECT_TRUE((*open()->match("odd"))->damaged);
  change("UPDATE tournaments SET body = '{\"players\":[\"evil\"]}'");
  EXPECT_TRUE(open()->tournaments()->empty());
  EXPECT_EQ(*open()->tournament("t"), std::nullopt);
  change("DELETE FROM matches");
  EXPECT_THAT(findings(), testing::Contains("even|it is missing in the list of matches"));
}

TEST_F(Damage, AFlippedByteAnywhereInTheTextOfAnEventIsFound) {
  sqlite::Connection(path_).execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE");
  const std::string whole = content_of(path_);
  const std::size_t at = whole.find("{\"n\":3}");
  ASSERT_NE(at, std::string::npos);
  for (std::size_t i = 0; i < 7; ++i) {
    std::string flipped = whole;
    flipped[at + i] = static_cast<char>(flipped[at + i] ^ 1);
    std::ofstream(path_, std::ios::binary) << flipped;
    EXPECT_FALSE(findings().empty()) << i;
  }
}

TEST_F(Damage, AStoreThatHasGoneBackInTimeIsNotOpened) {
  const std::string old = content_of(path_);
  open()->append(played("odd", 5), [](const auto& error) { EXPECT_FALSE(error); });
  std::ofstream(path_, std::ios::binary) << old;
  EXPECT_EQ(opening_code(path_), "store-rolled-back");
  EXPECT_THAT(findings(), ElementsAre(HasSubstr("the last 1 of ")));
  std::filesystem::remove(path_ + ".lock");  // as the hint says, for an older copy on purpose
  EXPECT_EQ(open()->events("odd")->size(), 5U);
}

TEST_F(Damage, ADeletedWriteAheadLogIsNoticed) {
  const TestFolder elsewhere;
  {
    const auto store = open();
    store->append(played("odd", 5), [](const auto& error) { EXPECT_FALSE(error); });
    store->flush();
    // What is on the disk when the server is killed and the log is lost.
    for (const char* suffix : {"", ".lock"})
      std::filesystem::copy_file(path_ + suffix, elsewhere.file(std::string("store") + suffix));
  }
  EXPECT_EQ(opening_code(elsewhere.file("store")), "store-rolled-back");
}

TEST_F(Damage, ACopyIsMadeWhileTheStoreIsWrittenTo) {
  const auto store = open();
  store->append(played("odd", 5), [](const auto& error) { EXPECT_FALSE(error); });
  store->flush();
  const std::string copy = folder_.file("copy");
  const Result<StoreReport> report = back_up_store(path_, copy);
  ASSERT_TRUE(report) << report.error().diagnostics[0].message;
  EXPECT_TRUE(report->good());
  EXPECT_EQ(report->events, 11);
  EXPECT_EQ(mode_of(copy), 0600U);
  store->append(played("odd", 6), [](const auto& error) { EXPECT_FALSE(error); });
  store->flush();
  EXPECT_EQ((*Store::open(copy))->events("odd")->size(), 6U);
  EXPECT_EQ(back_up_store(path_, copy).error().diagnostics[0].code, "file-exists");
  EXPECT_EQ(back_up_store(folder_.file("missing"), folder_.file("x")).error().diagnostics[0].code, "no-such-store");
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    EXPECT_EQ(entry.path().string().find(".part"), std::string::npos) << entry.path();
}

TEST_F(Damage, WhatIsNoStoreIsNotChecked) {
  EXPECT_EQ(check_store(folder_.file("missing")).error().diagnostics[0].code, "no-such-store");
  std::ofstream(folder_.file("notes")) << std::string(5000, 'n');
  EXPECT_EQ(check_store(folder_.file("notes")).error().diagnostics[0].code, "not-a-store");
  change("PRAGMA user_version = 1");
  EXPECT_THAT(findings(), ElementsAre("older-store"));
}

// A store as version 1 of this program left it, with tokens in clear and readable by everybody.
class OldStore : public testing::Test {
 protected:
  void SetUp() override {
    ::umask(022);
    sqlite::Connection db(path_);
    db.execute(R"sql(
      PRAGMA journal_mode = WAL;
      PRAGMA secure_delete = OFF;
      CREATE TABLE events(id INTEGER PRIMARY KEY, match TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
      CREATE INDEX events_of_match ON events(match, id);
      CREATE TABLE matches(id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, ended_at INTEGER, state TEXT NOT NULL, summary TEXT NOT NULL) STRICT;
      CREATE INDEX matches_by_age ON matches(created_at, id);
      CREATE INDEX matches_unfinished ON matches(created_at, id) WHERE state IN ('starting', 'running');
      CREATE TABLE tournaments(id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, state TEXT NOT NULL, body TEXT NOT NULL) STRICT;
      CREATE INDEX tournaments_by_age ON tournaments(created_at, id);
      CREATE TABLE probe(id INTEGER PRIMARY KEY, filler BLOB NOT NULL) STRICT;
      INSERT INTO events(match, kind, body, at) VALUES
        ('m', 'created', '{"owner":"owner-token","seats":[{"token":"first-token"},{"token":""}],"title":"T"}', 1),
        ('n', 'created', 'no JSON', 2), ('m', 'step', '{"owner":"a move"}', 3);
      INSERT INTO matches VALUES('m', 1, NULL, 'running', '{}'), ('n', 2, 5, 'ended', '{}');
      INSERT INTO tournaments VALUES('t', 1, 'ended', '{"owner":"tournament-token","title":"T"}');
      INSERT INTO tournaments VALUES('gone', 1, 'ended', '{"owner":"deleted-token","title":"T"}');
      DELETE FROM tournaments WHERE id = 'gone';
      PRAGMA application_id = 1097297774; PRAGMA user_version = 1;
    )sql");
  }
  const TestFolder folder_;
  const std::string path_ = folder_.file("store");
};

TEST_F(OldStore, IsCopiedAsItIsBeforeAnUpdate) {
  const Result<StoreReport> report = back_up_store(path_, folder_.file("copy"));
  ASSERT_TRUE(report) << report.error().diagnostics[0].message;
  EXPECT_TRUE(report->good());
  EXPECT_EQ(report->version, 1);
  EXPECT_THAT(content_of(folder_.file("copy")), HasSubstr("first-token"));
  EXPECT_EQ(opening_code(folder_.file("copy")), "opened");
}

TEST_F(OldStore, KeepsItsMatchesAndLosesItsTokens) {
  EXPECT_EQ(mode_of(path_), 0644U);
  {
    const Result<std::unique_ptr<Store>> store = Store::open(path_);
    ASSERT_TRUE(store) << store.error().diagnostics[0].message;
    const std::vector<Event> events = *(*store)->events("m");
    ASSERT_EQ(events.size(), 2U);
    EXPECT_THAT(events[0].body, HasSubstr(token_hash("owner-token")));
    EXPECT_THAT(events[0].body, HasSubstr(token_hash("first-token")));
    EXPECT_THAT(events[0].body, HasSubstr(R"("token_hash":"")"));
    EXPECT_EQ(events[1].body, R"({"owner":"a move"})") << "only the configuration has tokens";
    EXPECT_EQ((*store)->events("n")->front().body, "no JSON");
    EXPECT_THAT((*(*store)->tournament("t"))->body, HasSubstr(token_hash("tournament-token")));
    EXPECT_EQ((*store)->matches({})->size(), 2U);
    for (const char* suffix : {"", "-wal", "-shm", ".lock", ".cache"}) {
      EXPECT_EQ(mode_of(path_ + suffix) & 077U, 0U) << suffix;
      for (const char* secret : {"owner-token", "first-token", "tournament-token", "deleted-token"})
        EXPECT_EQ(content_of(path_ + suffix).find(secret), std::string::npos) << suffix << " " << secret;
    }
  }
  EXPECT_TRUE(check_store(path_)->good());
  EXPECT_EQ((*Store::open(path_))->events("m")->size(), 2U) << "and once more";
}

TEST_F(OldStore, LosesItsTokensEvenIfTheServerIsKilledInBetween) {
  EXPECT_EQ(opening_code(path_), "opened");
  {
    sqlite::Connection db(path_);  // as it is after the transaction, before free pages are gone
    db.execute(
        "PRAGMA secure_delete = OFF; CREATE TABLE junk(t TEXT); INSERT INTO junk VALUES('left-over-token'); DROP TABLE junk");
    db.execute("INSERT INTO probe(id, filler) VALUES(2, zeroblob(1))");
  }
  EXPECT_NE(content_of(path_).find("left-over-token"), std::string::npos);
  EXPECT_EQ(opening_code(path_), "opened");
  EXPECT_EQ(content_of(path_).find("left-over-token"), std::string::npos);
  EXPECT_EQ(sqlite::Connection(path_).integer("SELECT count(*) FROM probe"), 0);
}

TEST(PrivateFiles, BelongToTheirOwnerFromTheFirstByte) {
  const TestFolder folder;
  ::umask(0);
  const Result<std::unique_ptr<Store>> store = Store::open(folder.file("store"));
  ::umask(022);
  ASSERT_TRUE(store);
  (*store)->append(played("m", 0), [](const auto& error) { EXPECT_FALSE(error); });
  (*store)->keep("key", "value");
  (*store)->flush();
  for (const char* suffix : {"", "-wal", "-shm", ".lock", ".cache", ".cache-wal", ".cache-shm"})
    EXPECT_EQ(mode_of(folder.file(std::string("store") + suffix)), 0600U) << suffix;
}

// Root may write everything, so a child gives its rights up first.
TEST(PrivateFiles, AFileThatCannotBeWrittenIsRefusedWithWords) {
  const TestFolder folder;
  const std::string path = folder.file("store");
  std::ofstream(path).close();
  ::chmod(path.c_str(), 0444);
  ::chmod(folder.path().c_str(), 0777);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) ::_exit((::geteuid() != 0 || ::setuid(65534) == 0) && opening_code(path) == "store-not-writable" ? 0 : 1);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace agon::serve
