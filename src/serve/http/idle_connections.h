// Connections that wait for a request, those that have waited longest first. When there is no room for a new connection they give
// way: who keeps thousands of connections open and asks nothing locks nobody out.
#pragma once

#include <boost/beast/core/tcp_stream.hpp>
#include <list>
#include <optional>
#include <string>

#include "serve/limits/quota.h"

namespace agon::serve {

struct Connection {
  boost::beast::tcp_stream stream;
  std::string client;
  std::optional<Quota::Ticket> ticket;
};

class IdleConnections {
 public:
  // Listed as long as it lives. The connection must outlive it.
  class Entry {
   public:
    Entry(IdleConnections& all, Connection& connection) : all_(all.list_), place_(all_->insert(all_->end(), &connection)) {}
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
    ~Entry() { all_->erase(place_); }

   private:
    std::shared_ptr<std::list<Connection*>> all_;  // coroutines may be destroyed after the server
    std::list<Connection*>::iterator place_;
  };

  // Closes the one that has waited longest (of this client, if one is given) and gives its ticket back. False: there is none.
  bool evict(const std::string* client = nullptr) {
    for (Connection* connection : *list_) {
      if (!connection->ticket || (client != nullptr && connection->client != *client)) continue;
      connection->ticket.reset();
      boost::system::error_code ignored;
      connection->stream.socket().close(ignored);  // its coroutine wakes up and ends
      return true;
    }
    return false;
  }

 private:
  std::shared_ptr<std::list<Connection*>> list_ = std::make_shared<std::list<Connection*>>();
};

}  // namespace agon::serve
