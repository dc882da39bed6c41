// Child processes (posix_spawn) that inherit nothing and never outlive their parent: what is open here, a listening socket above
// all, stays here, and a parent that is killed takes its children along.
//
// The parent-death signal of Linux belongs to the child and must be asked for by it. So the spawner names itself in an environment
// variable, and the program calls end_with_spawner() first thing. It follows the thread that spawned: spawn from one that stays.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace agon {

// A file of the child: a descriptor that is open here, or a path to open there. Neither: /dev/null.
struct ChildFile {
  int descriptor = -1;
  std::string path = {};  // written from its beginning, readable by the owner alone
};

struct SpawnOptions {
  std::vector<std::string> arguments;  // the first is the path of the program
  ChildFile input = {}, output = {}, error = {};
};

// Starts a program in a process group of its own (a terminal's interrupt is the parent's to answer), with default signals and its
// three standard files alone. Returns 0, or the errno of what failed.
[[nodiscard]] int spawn_process(const SpawnOptions& options, pid_t& pid);

// For main(): a process that was started by spawn_process ends with its spawner, at once if that is gone already. Any other goes
// on.
void end_with_spawner();

// The calling process is killed when `parent` ends, at once if it has ended already.
void end_with_parent(pid_t parent);

// Closes everything but the standard files and these, which a process that was forked got from its parent.
void close_inherited_files(std::vector<int> except);

// For descriptors that a library has opened without the flag.
void close_on_exec(int descriptor);

}  // namespace agon
