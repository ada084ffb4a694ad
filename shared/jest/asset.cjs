/** Stands for a font or a picture, which webpack turns into its URL. */
module.exports = '/asset';
