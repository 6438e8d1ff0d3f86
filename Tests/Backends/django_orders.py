# SPDX-License-Identifier: Apache-2.0
"""A small API whose writes are protected by django-idempotency-key from PyPI, over SQLite.

usage: django_orders.py FOLDER

It keeps its data in FOLDER, says its address in its first line, and serves until the end of its input.
Orders stand in one table, the middleware's answers in another, both in one SQLite file.
"""

import json
import os
import sys
import threading
import time

import django
from django.conf import settings
from django.db import connection
from django.http import HttpResponse, JsonResponse

# How long the work of a write takes: the time in which a second delivery can arrive.
WORK_SECONDS = 0.05

settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    CACHES={
        "default": {
            "BACKEND": "django.core.cache.backends.db.DatabaseCache",
            "LOCATION": "idempotency",
            "TIMEOUT": None,
        }
    },
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": os.path.join(sys.argv[1], "orders.sqlite"),
            # Waits for another writer, and takes the lock before it reads.
            "OPTIONS": {"timeout": 20, "transaction_mode": "IMMEDIATE"},
        }
    },
    IDEMPOTENCY_KEY={
        "STORAGE": {"CLASS": "idempotency_key.storage.CacheKeyStorage"},
        # The stored answer is given again with its own status, not with 409.
        "CONFLICT_STATUS_CODE": None,
    },
    LOGGING_CONFIG=None,
    MIDDLEWARE=["idempotency_key.middleware.IdempotencyKeyMiddleware"],
    ROOT_URLCONF=__name__,
    SECRET_KEY="only for a test",
    USE_TZ=True,
)
django.setup()

from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.urls import path  # noqa: E402
from waitress.server import create_server  # noqa: E402


def orders(request):
    if request.method != "POST":
        return HttpResponse(status=405)
    try:
        json.loads(request.body)
    except ValueError:
        return HttpResponse(status=400)
    if "HTTP_X_FAIL_ONCE" in request.META:
        return HttpResponse(status=503)
    time.sleep(WORK_SECONDS)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO orders (body) VALUES (%s)", [request.body])
        return JsonResponse({"order": cursor.lastrowid}, status=201)


def count(request):
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM orders")
        return JsonResponse({"orders": {"count": cursor.fetchone()[0]}})


urlpatterns = [path("orders", orders), path("stats", count)]


def main():
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, body BLOB NOT NULL)")
    call_command("createcachetable", verbosity=0)
    server = create_server(get_wsgi_application(), host="127.0.0.1", port=0, threads=16)
    print(f"http://127.0.0.1:{server.effective_port}", flush=True)
    threading.Thread(target=server.run, daemon=True).start()
    sys.stdin.read()


if __name__ == "__main__":
    main()
