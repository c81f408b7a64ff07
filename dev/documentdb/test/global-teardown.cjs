module.exports = async () => globalThis.__stopEngine?.();
