routerAdd('GET', '/api/store/facets', (e) =>
  require(`${__hooks}/preview.js`).previewed(e, () => require(`${__hooks}/facets.js`).listFacets(e)),
)
