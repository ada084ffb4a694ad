module.exports = require('@headwater/shared/webpack').shell(__dirname);
