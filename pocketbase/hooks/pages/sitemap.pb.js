routerAdd('GET', '/sitemap.xml', (e) => require(`${__hooks}/sitemap.js`).sitemap(e), $apis.skipSuccessActivityLog())
routerAdd('GET', '/robots.txt', (e) => require(`${__hooks}/sitemap.js`).robots(e), $apis.skipSuccessActivityLog())
