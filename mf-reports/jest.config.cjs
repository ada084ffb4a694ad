module.exports = require('@headwater/shared/jest');
