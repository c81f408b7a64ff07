/* global db -- mongosh runs this file */
// Runs once, when the database is empty: the service reads and writes its own database, and can do nothing else.
db.getSiblingDB('evaluation').createUser({
  user: 'evaluation',
  pwd: process.env.MONGO_PASSWORD,
  roles: [{ role: 'readWrite', db: 'evaluation' }],
});
