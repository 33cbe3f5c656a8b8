/** The way to a page for search engines (schema.org's BreadcrumbList), from the outermost; each with its address. */
export const breadcrumbs = (steps: readonly (readonly [name: string, url: string])[]): object => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, item], at) => ({ '@type': 'ListItem', position: at + 1, name, item })),
})
