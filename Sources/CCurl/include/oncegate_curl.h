// SPDX-License-Identifier: Apache-2.0
// One HTTP request by libcurl, whose options are variadic and therefore not imported into Swift.
#ifndef ONCEGATE_CURL_H
#define ONCEGATE_CURL_H

#include <stddef.h>
#include <stdint.h>

typedef enum {
  ONCEGATE_CURL_ANSWERED = 0,
  ONCEGATE_CURL_REFUSED,
  ONCEGATE_CURL_UNRESOLVED,
  ONCEGATE_CURL_INSECURE,
  ONCEGATE_CURL_RESET,
  ONCEGATE_CURL_TIMED_OUT,
  ONCEGATE_CURL_TRUNCATED,
  ONCEGATE_CURL_MALFORMED,
  ONCEGATE_CURL_TOO_LONG,
  ONCEGATE_CURL_OTHER,
} oncegate_curl_result;

typedef struct {
  const char *url;
  const char *method;
  // Lines such as "Name: value".
  const char *const *headers;
  size_t header_count;
  const uint8_t *body;
  size_t body_bytes;
  long timeout_milliseconds;
  size_t answer_bytes_max;
  size_t answer_header_bytes_max;
} oncegate_curl_request;

typedef struct {
  long status;
  // The value of Retry-After without the space around it, or null.
  char *retry_after;
  uint8_t *body;
  size_t body_bytes;
} oncegate_curl_answer;

// Sends a request once, over a connection of its own, and waits for the whole answer.
// The answer is to be released, whatever the result is.
oncegate_curl_result oncegate_curl_send(const oncegate_curl_request *request,
                                        oncegate_curl_answer *answer);
void oncegate_curl_release(oncegate_curl_answer *answer);

#endif
