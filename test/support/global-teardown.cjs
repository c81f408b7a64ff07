module.exports = async () => {
  await globalThis.__stopServers?.();
};
