// Makes a process of the build one of the next version, with one migration more: `node --require` loads it first.
const { SCHEMA } = require('../../build/js/shared/migrations/migrations.js');

const WITHOUT = { ofNextVersion: null };

SCHEMA.migrations.push({
  version: SCHEMA.migrations.length + 2,
  name: 'departments have a field of the next version',
  countRemaining: (db) => db.collection('departments').countDocuments(WITHOUT),
  async changeSome(db, limit) {
    const departments = db.collection('departments');
    const some = await departments
      .find(WITHOUT, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray();
    const ids = some.map(({ _id }) => _id);
    await departments.updateMany({ _id: { $in: ids } }, { $set: { ofNextVersion: true } });
    return some.length;
  },
});
