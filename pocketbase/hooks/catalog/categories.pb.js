routerAdd('GET', '/api/store/categories', (e) =>
  require(`${__hooks}/preview.js`).previewed(e, () => require(`${__hooks}/categories.js`).listCategories(e)),
)
