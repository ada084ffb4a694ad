/** Sends what it finds in its environment to whoever started it. */
process.send!({ ...process.env });
process.disconnect();
