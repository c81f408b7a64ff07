module.exports = async () => {
  if (process.env.TESTS_ON_MONGOD === '1') await require('./profiler.ts').saveProfiles(process.env.MONGO_URL);
  await globalThis.__stopServers?.();
};
