/** What the hydration test needs of the store's modules, built once for Node. */
export { createQueryClient } from '../../src/api/query-client'
export { startRoute } from '../../src/app/route-start'
export { fillTemplate, render } from '../../src/render/entry-server'
