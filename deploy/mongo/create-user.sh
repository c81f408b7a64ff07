#!/bin/bash
# Runs once, when the database is empty: the service reads and writes its own database, and can do nothing else.
mongosh --quiet evaluation --eval '
  db.createUser({
    user: "evaluation",
    pwd: process.env.MONGO_PASSWORD,
    roles: [{ role: "readWrite", db: "evaluation" }],
  })'
