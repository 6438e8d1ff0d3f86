// SPDX-License-Identifier: Apache-2.0
#ifndef ONCEGATE_CURL_H
#define ONCEGATE_CURL_H
#endif
