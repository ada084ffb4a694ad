/** Sends its environment to the process that started it. */
process.send!({ ...process.env });
process.disconnect();
