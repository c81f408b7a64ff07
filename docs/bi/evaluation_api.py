"""Reads the public API v1 with the standard library alone (Python 3.9 or newer)."""

import csv
import gzip
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


class Unchanged(Exception):
    """The answer to `If-None-Match`: nothing has changed."""


class EvaluationApi:
    def __init__(self, base_url, api_key):
        self.base_url = base_url.rstrip("/")
        self.api_key = api_key

    def open(self, path, query=None, headers=None):
        """The open answer; waits and asks again after a 429."""
        asked = urllib.parse.urlencode(query or {})
        request = urllib.request.Request(f"{self.base_url}/api/v1/{path}" + (f"?{asked}" if asked else ""))
        for name, value in {"X-Api-Key": self.api_key, "Accept-Encoding": "gzip", **(headers or {})}.items():
            request.add_header(name, value)
        while True:
            try:
                return urllib.request.urlopen(request)
            except urllib.error.HTTPError as error:
                if error.code == 304:
                    raise Unchanged from None
                if error.code == 401:
                    raise RuntimeError("The API key is missing, unknown, revoked or expired.") from None
                if error.code != 429:
                    raise RuntimeError(f"{path}: {error.code} {error.read().decode()}") from None
                time.sleep(int(error.headers["Retry-After"]))

    def read(self, path, query=None, etag=None):
        """One JSON answer and its tag; raises Unchanged when `etag` is still the present one."""
        with self.open(path, query, {"If-None-Match": etag} if etag else None) as answer:
            return json.load(plain(answer)), answer.headers["ETag"]

    def rows(self, dataset, **query):
        """The rows of a dataset as they arrive, such as `scores`."""
        with self.open(f"datasets/{dataset}", query, {"Accept": "application/x-ndjson"}) as answer:
            for line in plain(answer):
                yield json.loads(line)

    def employees(self, **query):
        """All employees, page after page by id: nobody is skipped when others are deleted between two pages."""
        asked = {"pageSize": 200, **query, "sort": "id"}
        while True:
            answer, _ = self.read("employees", asked)
            yield from answer["items"]
            if len(answer["items"]) < answer["pageSize"]:
                return
            asked["after"] = answer["items"][-1]["id"]


def plain(answer):
    return gzip.GzipFile(fileobj=answer) if answer.headers["Content-Encoding"] == "gzip" else answer


def update(copy, changes, key):
    """Brings a copy (rows by key) up to date with the rows of `updatedSince`; returns the next `updatedSince`."""
    newest = None
    for row in changes:
        newest = max(newest or "", row["updatedAt"])
        where = tuple(row[name] for name in key)
        if row.get("isDeleted"):
            copy.pop(where, None)
        else:
            copy[where] = row
    return newest


def write_csv(rows, file):
    """Writes rows with a line of their names first."""
    writer = None
    for row in rows:
        if writer is None:
            writer = csv.DictWriter(file, row, lineterminator="\n")
            writer.writeheader()
        writer.writerow(row)


def first_look(api):
    print("Organization:", api.read("ping")[0]["tenantName"])
    for cycle in api.read("cycles")[0]:
        print(f"{cycle['name']}: {cycle['status']}, {cycle['submitted']} of {cycle['participants']} submitted")
    rated = [row for row in api.rows("scores") if row["effective"] is not None]
    for row in sorted(rated, key=lambda row: -row["effective"])[:3]:
        print(f"{row['employee']}, {row['department']}: {row['effective']:.2f}")
    print("Gaps:", sum(row["gapLevel"] > 0 for row in api.rows("gaps")), "Employees:", len(list(api.employees())))


if __name__ == "__main__":
    service = EvaluationApi(os.environ.get("EVALUATION_URL", "http://localhost:3000"), os.environ["EVALUATION_KEY"])
    sys.stdout.reconfigure(encoding="utf-8")
    if len(sys.argv) > 1:
        write_csv(service.rows(sys.argv[1]), sys.stdout)
    else:
        first_look(service)
