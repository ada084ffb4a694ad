/** What webpack answers for a font or a picture: its address. */
module.exports = '/asset';
