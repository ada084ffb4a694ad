module.exports = require('@headwater/shared/webpack').remote(__dirname);
