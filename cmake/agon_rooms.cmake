# One function per kind of target. A room is a folder of src/, a static library and a namespace; its tests stand beside its code.
# Sources are found by name, so a new file needs no line here: NAME_test.cpp is a test, every other .cpp belongs to the library.

add_library(agon_options INTERFACE)
target_compile_options(agon_options INTERFACE -Wall -Wextra -Wshadow -Wpedantic -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False alarms of g++ 12 about strings that it has inlined (GCC bugs 105651, 105329, 106199).
  target_compile_options(agon_options INTERFACE -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow)
  if(AGON_UNITY)  # of interest for headers only, which it cannot tell from the files of a unity build
    target_compile_options(agon_options INTERFACE -Wno-subobject-linkage)
  endif()
endif()
# Counting bits is at the heart of several engines, and every x86 machine since 2009 has an instruction for it.
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  target_compile_options(agon_options INTERFACE -march=x86-64-v2)
endif()
# Hardening: all symbols are bound at the start and the tables of addresses are read-only from then on (full RELRO); no executable stack.
target_link_options(agon_options INTERFACE LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
target_include_directories(agon_options INTERFACE ${CMAKE_SOURCE_DIR}/src)
if(AGON_WERROR)
  target_compile_options(agon_options INTERFACE -Werror)
endif()
if(AGON_SANITIZE)
  target_compile_options(agon_options INTERFACE -fsanitize=${AGON_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(agon_options INTERFACE -fsanitize=${AGON_SANITIZE})
endif()

# Precompiled headers. Reading the standard library, abseil and fmt took longer than compiling most files, so each of a few kinds of
# target has one set of headers read in advance (docs/decisions/0007-build.md has the numbers). A kind is a donor target whose
# headers others reuse; the compiler demands equal options, so the level of optimisation belongs to the kind.
#   hot    -O3  engines and searches
#   cold   -O1  everything that no engine waits for
#   test   -O1  cold, with GoogleTest
#   net    -O1  cold, with Asio and Beast
set(AGON_COMMON_HEADERS
  <algorithm> <array> <atomic> <chrono> <cstdint> <deque> <functional> <map> <memory> <mutex> <optional> <set> <span> <string>
  <string_view> <thread> <unordered_map> <utility> <variant> <vector>
  <absl/container/flat_hash_map.h> <absl/container/flat_hash_set.h> <fmt/format.h> <fmt/ranges.h>)

function(agon_headers KIND LEVEL)
  cmake_parse_arguments(PCH "" "" "HEADERS;LINKS" ${ARGN})
  set(DONOR agon_headers_${KIND})
  file(WRITE ${CMAKE_BINARY_DIR}/headers/${KIND}.cpp.new "// Holds the precompiled headers of the kind '${KIND}'.\n")
  file(COPY_FILE ${CMAKE_BINARY_DIR}/headers/${KIND}.cpp.new ${CMAKE_BINARY_DIR}/headers/${KIND}.cpp ONLY_IF_DIFFERENT)
  add_library(${DONOR} OBJECT ${CMAKE_BINARY_DIR}/headers/${KIND}.cpp)
  target_link_libraries(${DONOR} PRIVATE agon_options Threads::Threads fmt::fmt absl::flat_hash_map absl::flat_hash_set ${PCH_LINKS})
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${DONOR} PRIVATE ${LEVEL})
  endif()
  target_compile_options(${DONOR} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)  # lets ccache see through
  if(KIND STREQUAL "hot")  # as much inlining in a unity unit as in the files it is made of: g++ stops at 10,000 instructions of a unit
    target_compile_options(${DONOR} PRIVATE $<$<CXX_COMPILER_ID:GNU>:--param=large-unit-insns=1000000>)
  endif()
  if(KIND STREQUAL "test")  # with little inlining g++ 12 loses track of what abseil's vectors initialise
    target_compile_options(${DONOR} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  endif()
  target_precompile_headers(${DONOR} PRIVATE ${AGON_COMMON_HEADERS} ${PCH_HEADERS})
endfunction()

# agon_compile_as(TARGET cold): the options and precompiled headers of a kind. With AGON_UNITY up to 48 files are compiled as one (a unity
# build): most of the time of a file goes into templates that its neighbours instantiate too. So names in anonymous namespaces
# differ within a room.
function(agon_compile_as TARGET KIND)
  if(AGON_UNITY)
    set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 48)
  endif()
  get_target_property(OPTIONS agon_headers_${KIND} COMPILE_OPTIONS)
  target_compile_options(${TARGET} PRIVATE ${OPTIONS})
  if(AGON_PRECOMPILE)
    target_precompile_headers(${TARGET} REUSE_FROM agon_headers_${KIND})
  endif()
endfunction()

# agon_room(gdl LAYER 1 DEPENDS base LINKS fmt::fmt [COMPILE hot|cold|net] [HOT folder] [WITHOUT main.cpp])
# HOT: a folder of a cold room that is measured, and so compiled as a hot one.
function(agon_room NAME)
  cmake_parse_arguments(ROOM "" "LAYER;COMPILE;HOT" "DEPENDS;LINKS;WITHOUT" ${ARGN})
  file(GLOB_RECURSE SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  set(TESTS ${SOURCES})
  list(FILTER SOURCES EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER TESTS INCLUDE REGEX "_test\\.cpp$")
  foreach(FILE ${ROOM_WITHOUT})
    list(REMOVE_ITEM SOURCES ${CMAKE_CURRENT_SOURCE_DIR}/${FILE})
  endforeach()
  if(NOT ROOM_COMPILE)
    set(ROOM_COMPILE cold)
  endif()
  set(TARGETS agon_${NAME})
  if(ROOM_HOT)
    set(HOT_SOURCES ${SOURCES})
    list(FILTER HOT_SOURCES INCLUDE REGEX "/${ROOM_HOT}/")
    list(FILTER SOURCES EXCLUDE REGEX "/${ROOM_HOT}/")
    add_library(agon_${NAME}_hot OBJECT ${HOT_SOURCES})
    agon_compile_as(agon_${NAME}_hot hot)
    list(APPEND SOURCES $<TARGET_OBJECTS:agon_${NAME}_hot>)
    list(APPEND TARGETS agon_${NAME}_hot)
  endif()
  add_library(agon_${NAME} STATIC ${SOURCES})
  agon_compile_as(agon_${NAME} ${ROOM_COMPILE})
  set_property(GLOBAL PROPERTY agon_layer_${NAME} ${ROOM_LAYER})
  foreach(DEPENDENCY ${ROOM_DEPENDS})
    get_property(LOWER GLOBAL PROPERTY agon_layer_${DEPENDENCY})
    if(NOT LOWER LESS ROOM_LAYER)
      message(FATAL_ERROR "room ${NAME} (layer ${ROOM_LAYER}) must not depend on ${DEPENDENCY} (layer ${LOWER})")
    endif()
  endforeach()
  list(TRANSFORM ROOM_DEPENDS PREPEND agon_)
  foreach(TARGET ${TARGETS})
    target_link_libraries(${TARGET} PUBLIC agon_options ${ROOM_LINKS} ${ROOM_DEPENDS})
  endforeach()
  if(AGON_TESTS AND TESTS)
    agon_test(${NAME}_test SOURCES ${TESTS} LINKS agon_${NAME})
  endif()
endfunction()

# agon_test(name SOURCES ... LINKS ... [LABEL slow] [SHARDS n] [SLOW filter] [ORACLE filter])
# ctest starts a test program SHARDS times, each time for its share of the tests, since a process for each of two thousand tests costs
# more than most of them; scripts/count_tests counts tests. LABEL slow: built and run by ./test --all alone (the target slow_tests).
# SLOW, ORACLE: tests of the program, as a GoogleTest filter, that have the label slow, or oracle (they ask another program).
function(agon_test NAME)
  cmake_parse_arguments(TEST "" "LABEL;SHARDS;SLOW;ORACLE" "SOURCES;LINKS" ${ARGN})
  add_executable(${NAME} ${TEST_SOURCES})
  target_link_libraries(${NAME} PRIVATE ${TEST_LINKS} GTest::gtest GTest::gmock GTest::gtest_main)
  target_include_directories(${NAME} PRIVATE ${CMAKE_SOURCE_DIR})
  target_compile_definitions(${NAME} PRIVATE AGON_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  agon_compile_as(${NAME} test)
  if(NOT TEST_LABEL)
    set(TEST_LABEL fast)
  endif()
  if(NOT TEST_SHARDS)
    set(TEST_SHARDS 1)
  endif()
  if(TEST_LABEL STREQUAL "slow")
    set_target_properties(${NAME} PROPERTIES EXCLUDE_FROM_ALL ON)
    add_dependencies(slow_tests ${NAME})
  endif()
  agon_shards(${NAME} ${NAME} ${TEST_LABEL} ${TEST_SHARDS} -${TEST_SLOW}:${TEST_ORACLE})
  if(TEST_SLOW)
    agon_shards(${NAME} ${NAME}_slow slow ${TEST_SHARDS} ${TEST_SLOW})
  endif()
  if(TEST_ORACLE)
    agon_shards(${NAME} ${NAME}_oracle oracle 2 ${TEST_ORACLE})
  endif()
endfunction()

function(agon_shards PROGRAM NAME LABEL SHARDS FILTER)
  foreach(SHARD RANGE 1 ${SHARDS})
    math(EXPR INDEX "${SHARD} - 1")
    add_test(NAME ${NAME}_${SHARD} COMMAND ${PROGRAM} --gtest_filter=${FILTER})
    set_tests_properties(${NAME}_${SHARD} PROPERTIES LABELS ${LABEL} ENVIRONMENT "GTEST_TOTAL_SHARDS=${SHARDS};GTEST_SHARD_INDEX=${INDEX}")
  endforeach()
endfunction()
