// Decides which requests a server answers. Every page that the user visits can send requests to it,
// so an address alone proves nothing:
//
//   Host     must be this server's: a page whose name was bound to 127.0.0.1 sends its own name.
//            Its port may be another one, which `ssh -L` forwards
//   Origin   must be the page of that very Host where a browser sends it, and must be there where a
//            request changes something
//   cookie   must be the secret that the first address was exchanged for. It is HttpOnly, so no
//            script reads it, and SameSite=Strict, so no other page sends it.
#pragma once

#include <string>

#include "cli/web/web_server.hpp"

namespace hippuzzle {

class WebGuard {
 public:
  // Makes the two secrets. Throws std::system_error.
  WebGuard();

  // The address and the port that the server listens on; "0.0.0.0": all of the machine's addresses.
  void set_address(const std::string& address, int port);

  // The address that the user opens first.
  std::string first_address() const;

  // False for a request that is refused, with the response. A first address is answered by the
  // cookie and the way to "/", which is a refusal too.
  bool accept(const WebRequest& request, WebResponse& refusal) const;

  // Adds the headers that keep a response's page from what it does not need. Kinds of pages that
  // need other rules have set their Content-Security-Policy.
  static void add_headers(WebResponse& response);

 private:
  bool is_of_this_server(const std::string& host) const;
  bool has_cookie(const WebRequest& request, const std::string& host) const;

  std::string address_ = "127.0.0.1";
  int port_ = 0;
  std::string token_;   // of the first address
  std::string secret_;  // of the cookie
};

}  // namespace hippuzzle
