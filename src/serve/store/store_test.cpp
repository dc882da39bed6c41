#include "serve/store/store.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <numeric>
#include <thread>

#include "base/test_folder.h"

namespace agon::serve {
namespace {

using std::chrono_literals::operator""ms;
using testing::ElementsAre;
using testing::HasSubstr;

std::unique_ptr<Store> opened(const std::string& path, const StoreOptions& options = {}) {
  Result<std::unique_ptr<Store>> store = Store::open(path, options);
  if (!store) {
    ADD_FAILURE() << store.error().diagnostics[0].message;
    return nullptr;
  }
  return std::move(*store);
}

std::string refusal(const std::string& path) {
  const Result<std::unique_ptr<Store>> store = Store::open(path);
  if (store) return "opened";
  EXPECT_FALSE(store.error().diagnostics[0].hint.empty());
  return store.error().diagnostics[0].code;
}

Write step(const std::string& match, int number, const std::string& body = "{}") {
  return {.events = {{0, match, "step", body, number}}, .row = {}, .tournament = {}};
}

void must_commit(const std::optional<Error>& error) { EXPECT_FALSE(error) << error->diagnostics[0].message; }

std::vector<std::int64_t> times(const std::vector<Event>& events) {
  std::vector<std::int64_t> found;
  for (const Event& event : events) found.push_back(event.at);
  return found;
}

std::vector<std::string> ids(const Result<std::vector<MatchRow>>& rows) {
  std::vector<std::string> found;
  if (!rows) return {rows.error().diagnostics[0].code};
  for (const MatchRow& row : *rows) found.push_back(row.id);
  return found;
}

class StoreIn : public testing::TestWithParam<const char*> {
 protected:
  TestFolder folder_;
  std::string path_ = GetParam() == std::string(kInMemory) ? kInMemory : folder_.file(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Places, StoreIn, testing::Values("store", kInMemory),
                         [](const auto& place) { return std::string(place.param == std::string("store") ? "File" : "Memory"); });

TEST_P(StoreIn, GivesBackWhatWasWritten) {
  const auto store = opened(path_);
  const MatchRow row{"m1", 100, std::nullopt, "running", R"({"title":"Tic-tac-toe"})"};
  store->append({.events = {{0, "m1", "created", "{\"a\":1}", 100}, {0, "m1", "step", std::string("a\0b", 3), 101}},
                 .row = row,
                 .tournament = {}},
                must_commit);
  store->append(step("m2", 7), must_commit);
  store->flush();
  const auto events = store->events("m1");
  ASSERT_TRUE(events);
  EXPECT_THAT(*events,
              ElementsAre(Event{1, "m1", "created", "{\"a\":1}", 100}, Event{2, "m1", "step", std::string("a\0b", 3), 101}));
  EXPECT_EQ(*store->match("m1"), row);
  EXPECT_EQ(*store->match("m2"), std::nullopt);
  EXPECT_TRUE(store->events("m3")->empty());
}

TEST_P(StoreIn, ARowIsReplaced) {
  const auto store = opened(path_);
  const MatchRow ended{"m", 5, 9, "ended", "{}"};
  store->append({.events = {}, .row = MatchRow{"m", 5, std::nullopt, "running", "{\"step\":3}"}, .tournament = {}}, must_commit);
  EXPECT_THAT((store->flush(), *store->unfinished()), ElementsAre("m"));
  store->append({.events = {}, .row = ended, .tournament = {}}, must_commit);
  store->flush();
  EXPECT_EQ(*store->match("m"), ended);
  EXPECT_TRUE(store->unfinished()->empty());
}

TEST_P(StoreIn, ManyThreadsKeepTheOrderOfEachMatch) {
  const auto store = opened(path_);
  constexpr int kThreads = 8;
  constexpr int kSteps = 300;
  std::atomic<int> committed = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, name = fmt::format("m{}", t)] {
      for (int i = 0; i < kSteps; ++i) {
        store->append(step(name, i), [&](const std::optional<Error>& error) { committed += error ? 0 : 1; });
        EXPECT_TRUE(i % 50 != 0 || store->events(name).ok());  // reads go on meanwhile
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  store->flush();
  EXPECT_EQ(committed, kThreads * kSteps);
  std::vector<std::int64_t> expected(kSteps);
  std::iota(expected.begin(), expected.end(), 0);
  for (int t = 0; t < kThreads; ++t) EXPECT_EQ(times(*store->events(fmt::format("m{}", t))), expected);
}

TEST_P(StoreIn, ListsMatchesNewestFirstPageByPage) {
  const auto store = opened(path_);
  const auto put = [&](const char* id, int created, const char* state) {
    store->append({.events = {}, .row = MatchRow{id, created, std::nullopt, state, "{}"}, .tournament = {}}, must_commit);
  };
  put("a", 1, "ended");
  put("b", 3, "running");
  put("c", 2, "aborted");
  put("d", 3, "starting");
  put("e", 0, "ended");
  store->flush();
  EXPECT_THAT(ids(store->matches({})), ElementsAre("d", "b", "c", "a", "e"));
  EXPECT_THAT(ids(store->matches({.states = {}, .limit = 2, .before = {}})), ElementsAre("d", "b"));
  EXPECT_THAT(ids(store->matches({.states = {}, .limit = 2, .before = "b"})), ElementsAre("c", "a"));
  EXPECT_THAT(ids(store->matches({.states = {}, .limit = 2, .before = "d"})), ElementsAre("b", "c"));
  EXPECT_THAT(ids(store->matches({.states = {"ended", "aborted"}, .limit = 2, .before = {}})), ElementsAre("c", "a"));
  EXPECT_THAT(ids(store->matches({.states = {"\"]", "\xff"}, .limit = 2, .before = {}})), ElementsAre());
  EXPECT_THAT(ids(store->matches({.states = {}, .limit = 2, .before = "x"})), ElementsAre("unknown-match"));
  EXPECT_THAT(*store->unfinished(), ElementsAre("b", "d"));
}

TEST_P(StoreIn, KeepsTournaments) {
  const auto store = opened(path_);
  store->put_tournament({"t1", 1, "running", "{}"}, must_commit);
  store->put_tournament({"t2", 2, "running", "{}"}, must_commit);
  store->put_tournament({"t1", 1, "ended", "{\"done\":4}"}, must_commit);
  store->flush();
  const TournamentRow first{"t1", 1, "ended", "{\"done\":4}"};
  EXPECT_EQ(*store->tournament("t1"), first);
  EXPECT_EQ(*store->tournament("t3"), std::nullopt);
  EXPECT_THAT(*store->tournaments(), ElementsAre(TournamentRow{"t2", 2, "running", "{}"}, first));
}

TEST(Store, EverythingIsThereAfterReopening) {
  const TestFolder folder;
  const std::string path = folder.file("store");
  {
    const auto store = opened(path);
    for (int i = 0; i < 100; ++i) store->append(step("m", i), must_commit);
    store->append({.events = {}, .row = MatchRow{"m", 1, std::nullopt, "starting", "{}"}, .tournament = {}}, must_commit);
    store->put_tournament({"t", 1, "running", "{}"}, must_commit);
    store->keep("key", "value");
  }  // closing commits what is queued
  const auto store = opened(path);
  EXPECT_EQ(store->events("m")->size(), 100U);
  EXPECT_THAT(*store->unfinished(), ElementsAre("m"));
  EXPECT_TRUE(store->tournament("t")->has_value());
  EXPECT_EQ(store->kept("key"), "value");
  store->append(step("m", 100), must_commit);
  store->flush();
  EXPECT_EQ(store->events("m")->back().at, 100);
}

// The store with `room` more pages than it has, beside a filler of another program that can be taken away.
class FullDisk : public testing::Test {
 protected:
  FullDisk() {
    opened(path_)->flush();
    sqlite::Connection other(path_);
    other.execute("CREATE TABLE filler(content BLOB); INSERT INTO filler VALUES(zeroblob(1048576))");
    pages_ = other.integer("PRAGMA page_count");
  }
  std::unique_ptr<Store> with_room(std::int64_t room) {
    return opened(path_, {.queue = {.probe_every = 5ms}, .database = {.max_pages = pages_ + room, .check = true}});
  }
  void make_room() const { sqlite::Connection(path_).execute("DELETE FROM filler"); }

  TestFolder folder_;
  std::string path_ = folder_.file("store");
  std::int64_t pages_ = 0;
};

TEST_F(FullDisk, NothingCommittedIsLostAndWritingGoesOnWhenThereIsRoom) {
  std::vector<std::int64_t> acknowledged;
  {
    const auto store = with_room(30);
    const std::string body(1000, 'x');
    std::optional<Error> error;
    for (int i = 0; i < 1000 && !error; ++i) {
      store->append(step("m", i, body), [&](const std::optional<Error>& problem) {
        error = problem;
        if (!problem) acknowledged.push_back(i);
      });
      store->flush();
    }
    ASSERT_TRUE(error);
    EXPECT_EQ(error->diagnostics[0].code, "disk-full");
    EXPECT_FALSE(error->diagnostics[0].hint.empty());
    EXPECT_GT(acknowledged.size(), 10U);
    EXPECT_EQ(times(*store->events("m")), acknowledged);  // reading goes on
    bool refused = false;
    store->append(step("m", -1), [&](const std::optional<Error>& problem) { refused = problem.has_value(); });
    EXPECT_TRUE(refused) << "even a write that would fit: the log must have no holes";
    std::this_thread::sleep_for(30ms);
    EXPECT_TRUE(store->trouble()) << "probes see that there is no room";

    make_room();
    for (int i = 0; i < 1000 && store->trouble(); ++i) std::this_thread::sleep_for(5ms);
    ASSERT_FALSE(store->trouble());
    store->append(step("m", 5000, body), must_commit);
    store->flush();
    acknowledged.push_back(5000);
    EXPECT_EQ(times(*store->events("m")), acknowledged);
  }
  EXPECT_EQ(times(*opened(path_)->events("m")), acknowledged);
}

TEST_F(FullDisk, AWriteIsThereAsAWholeOrNotAtAll) {
  const auto store = with_room(20);
  Write write{.events = {}, .row = MatchRow{"m", 1, std::nullopt, "running", "{}"}, .tournament = {}};
  for (int i = 0; i < 100; ++i) write.events.push_back({0, "m", "step", std::string(1000, 'x'), i});
  bool refused = false;
  store->append(write, [&](const std::optional<Error>& problem) { refused = problem.has_value(); });
  store->flush();
  EXPECT_TRUE(refused);
  EXPECT_TRUE(store->events("m")->empty());
  EXPECT_EQ(*store->match("m"), std::nullopt);
}

TEST(StoreOpen, RefusesAFileThatIsNoDatabase) {
  const TestFolder folder;
  const std::string path = folder.file("notes.txt");
  const std::string content(5000, 'n');
  std::ofstream(path) << content;
  EXPECT_EQ(refusal(path), "not-a-store");
  std::ifstream in(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), content) << "the file is left as it is";
}

TEST(StoreOpen, RefusesDatabasesOfOthersAndOfTheFuture) {
  const TestFolder folder;
  sqlite::Connection(folder.file("other")).execute("CREATE TABLE bookmarks(url TEXT)");
  EXPECT_EQ(refusal(folder.file("other")), "not-a-store");
  opened(folder.file("newer"));
  sqlite::Connection(folder.file("newer")).execute("PRAGMA user_version = 99");
  EXPECT_EQ(refusal(folder.file("newer")), "newer-store");
}

TEST(StoreOpen, RefusesPlacesWhereNoFileCanBe) {
  const TestFolder folder;
  EXPECT_EQ(refusal(folder.file("missing/store")), "no-such-directory");
  EXPECT_EQ(refusal(folder.file(".")), "is-a-directory");
  EXPECT_EQ(refusal(""), "no-store-path");
}

TEST(StoreOpen, RefusesADamagedFile) {
  const TestFolder folder;
  const std::string path = folder.file("store");
  {
    const auto store = opened(path);
    for (int i = 0; i < 500; ++i) store->append(step("m", i, std::string(200, 'x')), must_commit);
  }
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(4096 * 3);
  file << std::string(4096 * 10, '\x5a');
  file.close();
  EXPECT_EQ(refusal(path), "store-damaged");
}

TEST(StoreOpen, OneServerForOneFile) {
  const TestFolder folder;
  const std::string path = folder.file("store");
  auto store = opened(path);
  EXPECT_EQ(refusal(path), "store-in-use");
  EXPECT_THAT(Store::open(path).error().diagnostics[0].message, HasSubstr(fmt::format("process {}", ::getpid())));
  store.reset();
  EXPECT_NE(opened(path), nullptr);
}

TEST(Cache, TheOldestUseGoesFirst) {
  for (const bool in_file : {true, false}) {
    const TestFolder folder;
    Cache cache(in_file ? folder.file("cache") : kInMemory, 10'000);
    for (const char* key : {"a", "b", "c", "d"}) cache.keep(key, std::string(2000, *key));
    EXPECT_EQ(cache.kept("a"), std::string(2000, 'a'));  // used, so "b" is the oldest now
    cache.keep("e", std::string(2000, 'e'));
    EXPECT_EQ(cache.kept("b"), std::nullopt);
    for (const char* key : {"a", "c", "d", "e"}) EXPECT_EQ(cache.kept(key), std::string(2000, *key)) << key;
    cache.keep("c", "short");  // a new value for an old key
    EXPECT_EQ(cache.kept("c"), "short");
    cache.keep("large", std::string(2600, 'x'));
    EXPECT_EQ(cache.kept("large"), std::nullopt) << "more than a quarter";
  }
}

TEST(Cache, ItsFileStaysBounded) {
  const TestFolder folder;
  Cache cache(folder.file("cache"), 100'000);
  for (int i = 0; i < 2000; ++i) cache.keep(fmt::format("key {}", i), std::string(5000, 'x'));
  EXPECT_LT(sqlite::Connection(folder.file("cache")).integer("PRAGMA page_count"), 100);
  EXPECT_TRUE(cache.kept("key 1999"));
}

TEST(Cache, ADamagedFileIsMadeAnew) {
  const TestFolder folder;
  std::ofstream(folder.file("cache")) << std::string(5000, 'n');
  {
    Cache cache(folder.file("cache"), 10'000);
    cache.keep("a", "1");
    EXPECT_EQ(cache.kept("a"), "1");
    sqlite::Connection(folder.file("cache")).execute("DROP TABLE kept");  // while it is open
    EXPECT_EQ(cache.kept("a"), std::nullopt);
    cache.keep("b", "2");
    EXPECT_EQ(cache.kept("b"), "2");
  }
  EXPECT_EQ(Cache(folder.file("cache"), 10'000).kept("b"), "2");
  Cache nowhere(folder.file("missing/cache"), 10'000);
  nowhere.keep("a", "1");
  EXPECT_EQ(nowhere.kept("a"), std::nullopt);
}

}  // namespace
}  // namespace agon::serve
