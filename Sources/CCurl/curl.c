// SPDX-License-Identifier: Apache-2.0
#include "oncegate_curl.h"

#ifdef __linux__

#include <curl/curl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
  const oncegate_curl_request *request;
  oncegate_curl_answer *answer;
  size_t body_capacity;
  size_t header_bytes;
  // The empty line that ends a header has come.
  bool header_ended;
  bool too_long;
  bool no_memory;
} reception;

// Fewer bytes than came, which ends the transfer; there is always one at least.
enum { STOP = 0 };

static size_t receive_body(char *data, size_t size, size_t count, void *context) {
  reception *reception = context;
  oncegate_curl_answer *answer = reception->answer;
  const size_t bytes = size * count;
  if (bytes == 0) return 0;
  if (bytes > reception->request->answer_bytes_max - answer->body_bytes) {
    reception->too_long = true;
    return STOP;
  }
  const size_t needed = answer->body_bytes + bytes;
  if (needed > reception->body_capacity) {
    const size_t doubled = reception->body_capacity * 2;
    const size_t capacity = needed > doubled ? needed : doubled;
    uint8_t *grown = realloc(answer->body, capacity);
    if (grown == NULL) {
      reception->no_memory = true;
      return STOP;
    }
    answer->body = grown;
    reception->body_capacity = capacity;
  }
  memcpy(answer->body + answer->body_bytes, data, bytes);
  answer->body_bytes = needed;
  return bytes;
}

static bool is_space(char character) {
  return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

static bool keep_retry_after(oncegate_curl_answer *answer, const char *line, size_t bytes) {
  static const char name[] = "retry-after:";
  const size_t name_bytes = sizeof name - 1;
  if (bytes < name_bytes || strncasecmp(line, name, name_bytes) != 0) return true;
  // The first one counts.
  if (answer->retry_after != NULL) return true;
  const char *start = line + name_bytes;
  const char *end = line + bytes;
  while (start < end && is_space(*start)) start++;
  while (start < end && is_space(end[-1])) end--;
  answer->retry_after = strndup(start, (size_t)(end - start));
  return answer->retry_after != NULL;
}

static size_t receive_header(char *data, size_t size, size_t count, void *context) {
  reception *reception = context;
  const size_t bytes = size * count;
  reception->header_bytes += bytes;
  if (reception->header_bytes > reception->request->answer_header_bytes_max) {
    reception->too_long = true;
    return STOP;
  }
  if (bytes >= 5 && memcmp(data, "HTTP/", 5) == 0) {
    // An interim answer such as 100 came before; what it said does not count.
    reception->header_ended = false;
    free(reception->answer->retry_after);
    reception->answer->retry_after = NULL;
  } else if ((bytes == 2 && memcmp(data, "\r\n", 2) == 0) || (bytes == 1 && data[0] == '\n')) {
    reception->header_ended = true;
  } else if (!keep_retry_after(reception->answer, data, bytes)) {
    reception->no_memory = true;
    return STOP;
  }
  return bytes;
}

static oncegate_curl_result result_of(CURLcode code, const reception *reception) {
  if (reception->too_long) return ONCEGATE_CURL_TOO_LONG;
  if (reception->no_memory) return ONCEGATE_CURL_OTHER;
  switch (code) {
    case CURLE_OK:
      // libcurl takes a header that breaks off for a whole one.
      return reception->header_ended ? ONCEGATE_CURL_ANSWERED : ONCEGATE_CURL_TRUNCATED;
    case CURLE_COULDNT_CONNECT: return ONCEGATE_CURL_REFUSED;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY: return ONCEGATE_CURL_UNRESOLVED;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_USE_SSL_FAILED: return ONCEGATE_CURL_INSECURE;
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR: return ONCEGATE_CURL_RESET;
    case CURLE_OPERATION_TIMEDOUT: return ONCEGATE_CURL_TIMED_OUT;
    case CURLE_PARTIAL_FILE: return ONCEGATE_CURL_TRUNCATED;
    // An answer without a status line is HTTP/0.9, a protocol that is not supported.
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING: return ONCEGATE_CURL_MALFORMED;
    default: return ONCEGATE_CURL_OTHER;
  }
}

static CURLcode set_bounds(CURL *curl, const oncegate_curl_request *request) {
  CURLcode code = CURLE_OK;
#define SET(option, value) \
  if (code == CURLE_OK) code = curl_easy_setopt(curl, option, value)
  // A connection that was used before is resent on by libcurl itself where it breaks.
  SET(CURLOPT_FRESH_CONNECT, 1L);
  SET(CURLOPT_FORBID_REUSE, 1L);
  SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  SET(CURLOPT_FOLLOWLOCATION, 0L);
  SET(CURLOPT_NOSIGNAL, 1L);
  SET(CURLOPT_TIMEOUT_MS, request->timeout_milliseconds);
  SET(CURLOPT_CONNECTTIMEOUT_MS, request->timeout_milliseconds);
  // An empty proxy keeps the environment's variables out.
  SET(CURLOPT_PROXY, "");
  SET(CURLOPT_NOPROXY, "*");
#if LIBCURL_VERSION_NUM >= 0x075500
  SET(CURLOPT_PROTOCOLS_STR, "http,https");
#else
  SET(CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
  return code;
}

static CURLcode set_request(CURL *curl, const oncegate_curl_request *request,
                            struct curl_slist *headers, reception *reception) {
  CURLcode code = CURLE_OK;
  SET(CURLOPT_URL, request->url);
  SET(CURLOPT_POST, 1L);
  SET(CURLOPT_CUSTOMREQUEST, request->method);
  SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_bytes);
  // A null pointer would ask for the body by a callback.
  SET(CURLOPT_POSTFIELDS, request->body_bytes > 0 ? (const char *)request->body : "");
  SET(CURLOPT_HTTPHEADER, headers);
  SET(CURLOPT_WRITEFUNCTION, receive_body);
  SET(CURLOPT_WRITEDATA, reception);
  SET(CURLOPT_HEADERFUNCTION, receive_header);
  SET(CURLOPT_HEADERDATA, reception);
#undef SET
  return code;
}

// Whether all were added; the list is the caller's to free in any case.
static bool append(struct curl_slist **headers, const char *line) {
  struct curl_slist *longer = curl_slist_append(*headers, line);
  if (longer == NULL) return false;
  *headers = longer;
  return true;
}

static pthread_once_t started = PTHREAD_ONCE_INIT;
static CURLcode start_code = CURLE_FAILED_INIT;
static void start(void) { start_code = curl_global_init(CURL_GLOBAL_DEFAULT); }

oncegate_curl_result oncegate_curl_send(const oncegate_curl_request *request,
                                        oncegate_curl_answer *answer) {
  memset(answer, 0, sizeof *answer);
  pthread_once(&started, start);
  if (start_code != CURLE_OK) return ONCEGATE_CURL_OTHER;
  CURL *curl = curl_easy_init();
  if (curl == NULL) return ONCEGATE_CURL_OTHER;

  // No "Expect: 100-continue": a server that does not know it would cost a second.
  struct curl_slist *headers = NULL;
  bool complete = append(&headers, "Expect:");
  for (size_t index = 0; complete && index < request->header_count; index++) {
    complete = append(&headers, request->headers[index]);
  }
  oncegate_curl_result result = ONCEGATE_CURL_OTHER;
  reception reception = {.request = request, .answer = answer};
  if (complete && set_bounds(curl, request) == CURLE_OK &&
      set_request(curl, request, headers, &reception) == CURLE_OK) {
    result = result_of(curl_easy_perform(curl), &reception);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer->status);
  }
  curl_slist_free_all(headers);
  curl_easy_cleanup(curl);
  return result;
}

void oncegate_curl_release(oncegate_curl_answer *answer) {
  free(answer->retry_after);
  free(answer->body);
  memset(answer, 0, sizeof *answer);
}

#endif
