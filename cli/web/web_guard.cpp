#include "cli/web/web_guard.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

#include "support/system_error.hpp"

namespace hippuzzle {
namespace {

constexpr const char* page_policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// 256 random bits as hexadecimal digits.
std::string random_secret() {
  std::array<unsigned char, 32> bytes;
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw_system_error("cannot make a random token");
  }
  std::string text;
  for (const unsigned char byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

// Takes the same time wherever the texts differ.
bool is_same(const std::string& one, const std::string& other) {
  if (one.size() != other.size()) return false;
  unsigned difference = 0;
  for (size_t i = 0; i < one.size(); ++i) {
    difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
  }
  return difference == 0;
}

bool is_header(const std::string& name, std::string_view wanted) {
  return std::ranges::equal(name, wanted, [](unsigned char a, unsigned char b) {
    return std::tolower(a) == std::tolower(b);
  });
}

// nullopt without the header; "" where it stands more than once, which no rule allows.
std::optional<std::string> header(const WebRequest& request, std::string_view name) {
  std::optional<std::string> value;
  for (const auto& [key, text] : request.headers) {
    if (is_header(key, name)) value = value ? "" : text;
  }
  return value;
}

struct Host {
  std::string name, port;
};

// "localhost:8000". The name is "" for a text that is none; the port is 80's where there is none.
Host split(const std::string& host) {
  const size_t colon = host.find(':');
  if (colon == host.npos) return {host, "80"};
  const std::string port = host.substr(colon + 1);
  const bool is_number = !port.empty() && port.size() <= 5 &&
                         std::ranges::all_of(port, [](char c) { return c >= '0' && c <= '9'; });
  return is_number ? Host{host.substr(0, colon), port} : Host{};
}

bool is_ip_address(const std::string& name) {
  in_addr address;
  return inet_pton(AF_INET, name.c_str(), &address) == 1;
}

// Browsers send a cookie to every port of an address. The port is the browser's, so that two
// servers behind two forwarded ports have a cookie each.
std::string cookie_name(const std::string& host) {
  return fmt::format("hippuzzle_{}", split(host).port);
}

bool refuse(WebResponse& refusal, int status, const std::string& sentence) {
  refusal.status = status;
  refusal.body = sentence + "\n";
  return false;
}

}  // namespace

WebGuard::WebGuard() : token_(random_secret()), secret_(random_secret()) {}

void WebGuard::set_address(const std::string& address, int port) {
  address_ = address;
  port_ = port;
}

std::string WebGuard::first_address() const {
  return fmt::format("http://{}:{}/?token={}", address_ == "0.0.0.0" ? "127.0.0.1" : address_,
                     port_, token_);
}

// A page can have its own name bound to this machine, but no page has an address as its name that
// is not its server's. So where all addresses are served, each may be named.
bool WebGuard::is_of_this_server(const std::string& host) const {
  const std::string name = split(host).name;
  if (name == "127.0.0.1" || name == "localhost" || name == address_) return true;
  return address_ == "0.0.0.0" && is_ip_address(name);
}

bool WebGuard::has_cookie(const WebRequest& request, const std::string& host) const {
  std::istringstream cookies(header(request, "Cookie").value_or(""));
  const std::string wanted = cookie_name(host) + "=";
  for (std::string cookie; std::getline(cookies, cookie, ';');) {
    cookie.erase(0, cookie.find_first_not_of(' '));
    if (cookie.starts_with(wanted) && is_same(cookie.substr(wanted.size()), secret_)) return true;
  }
  return false;
}

bool WebGuard::accept(const WebRequest& request, WebResponse& refusal) const {
  const std::string host = header(request, "Host").value_or("");
  if (!is_of_this_server(host)) {
    return refuse(refusal, 421,
                  "the request is for another server. Open the address that `hippuzzle studio` "
                  "printed.");
  }
  const auto origin = header(request, "Origin");
  const bool changes = request.method != "GET" && request.method != "HEAD";
  if (changes && !origin) return refuse(refusal, 403, "the request has no Origin.");
  if (origin && *origin != "http://" + host) {
    return refuse(refusal, 403, "the request comes from another page.");
  }
  // The first page is reached from anywhere: there the token decides, or the cookie.
  const std::string site = header(request, "Sec-Fetch-Site").value_or("same-origin");
  if (request.path != "/" && site != "same-origin" && site != "none") {
    return refuse(refusal, 403, "the request comes from another page.");
  }
  if (header(request, "Content-Encoding")) {
    return refuse(refusal, 415, "the body is compressed, which this server does not read.");
  }
  if (request.path == "/" && !changes && is_same(request.parameter("token"), token_)) {
    refusal.status = 303;
    refusal.headers = {{"Location", "/"},
                       {"Set-Cookie", fmt::format("{}={}; Path=/; HttpOnly; SameSite=Strict",
                                                  cookie_name(host), secret_)}};
    return false;
  }
  if (has_cookie(request, host)) return true;
  return refuse(refusal, 403,
                "this address works only after the first one, which has a token. Open the address "
                "that `hippuzzle studio` printed.");
}

void WebGuard::add_headers(WebResponse& response) {
  const bool has_policy = std::ranges::any_of(
      response.headers, [](const auto& h) { return h.first == "Content-Security-Policy"; });
  if (!has_policy) response.headers.emplace_back("Content-Security-Policy", page_policy);
  for (const auto& [name, value] : {std::pair{"X-Content-Type-Options", "nosniff"},
                                    {"Referrer-Policy", "no-referrer"},
                                    {"Cross-Origin-Resource-Policy", "same-origin"},
                                    {"Cross-Origin-Opener-Policy", "same-origin"},
                                    {"Cache-Control", "no-store"}}) {
    response.headers.emplace_back(name, value);
  }
}

}  // namespace hippuzzle
