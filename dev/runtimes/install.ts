// Installs the Node.js that runs the tests, where this is not it already.
import { installReleases, nodeOfTests } from './releases';

if (nodeOfTests() !== process.execPath) installReleases();
