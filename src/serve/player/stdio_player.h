// The line protocol of a player on standard input and output: what `agon player --stdio` does, and what child_player.h talks to.
//
// A line to the player is a number and a message, `7 (PLAY m1 NIL)`; `past` before the message means that the step is to be
// followed and no move is wanted. A line from it is `reply 7 (mark 1 1)`, or `thought {...}` while it thinks. Numbers tell answers
// apart that come late or in another order.
#pragma once

#include <cstddef>
#include <cstdio>
#include <istream>

#include "play/session/desk.h"

namespace agon::serve {

// Until the input ends. Thoughts are told if `thoughts` says so.
void run_stdio_player(std::istream& in, std::FILE* out, play::DeskOptions options, bool thoughts);

// For the process as a whole: it ends with its parent, leaves the terminal's interrupts to it, and cannot take more memory than
// this (0: as much as there is).
void become_child(std::size_t memory_bytes);

}  // namespace agon::serve
