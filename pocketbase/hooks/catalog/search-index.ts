import { searchTerms, typoVariants } from '../../../src/domain/catalog/search'
import { productShades } from '../../../src/domain/catalog/shades'
import { parseJson } from '../../../src/domain/json'
import { inTransaction } from '../lib/record-transaction'
import { hasRow, rows, run } from '../lib/rows'

const NAMES = ['name', 'words', 'about'] as const
const words = (text: string) => searchTerms(text).join(' ')

/** What a product is found by, each column as terms. */
function textsOf(product: PbRecord): Record<(typeof NAMES)[number], string> {
  const tags = parseJson(product.getString('tags'))
  return {
    name: words(product.getString('name')),
    words: words(
      [product.getString('category'), ...(Array.isArray(tags) ? tags : []), product.getString('search_words')].join(
        ' ',
      ),
    ),
    about: words([product.getString('material'), product.getString('description')].join(' ')),
  }
}

type Texts = ReturnType<typeof textsOf>

function documentOf(app: PbApp, product: string): { doc: number; texts: Texts } | undefined {
  const [row] = rows(
    app,
    `SELECT doc, name, words, about FROM search_documents JOIN search_texts ON search_texts.rowid = doc WHERE product = {:product}`,
    { product },
    { doc: 0, name: '', words: '', about: '' },
  )
  return row && { doc: row.doc, texts: row }
}

const isSame = (first: Texts, second: Texts) => NAMES.every((name) => first[name] === second[name])

/** @param known terms whose typo variants are written for certain */
function write(app: PbApp, product: string, texts: Texts, known = new Set<string>()): void {
  const before = documentOf(app, product)
  if (before && isSame(before.texts, texts)) return
  if (before) {
    run(app, 'UPDATE search_texts SET name = {:name}, words = {:words}, about = {:about} WHERE rowid = {:doc}', {
      doc: before.doc,
      ...texts,
    })
  } else {
    run(app, 'INSERT INTO search_documents (product) VALUES ({:product})', { product })
    run(
      app,
      `INSERT INTO search_texts (rowid, name, words, about)
       SELECT doc, {:name}, {:words}, {:about} FROM search_documents WHERE product = {:product}`,
      { product, ...texts },
    )
  }
  // Mistyped words stand for names and tags: among the words of all texts too many are one letter away.
  for (const term of new Set(`${texts.name} ${texts.words}`.split(' '))) {
    if (term === '' || known.has(term)) continue
    known.add(term)
    const variants = typoVariants(term)
    const params = Object.fromEntries(variants.map((variant, position) => [`s${position}`, variant]))
    const values = variants.map((_, position) => `({:s${position}}, {:term})`).join(', ')
    run(app, `INSERT OR IGNORE INTO search_slips (slip, term) VALUES ${values}`, { ...params, term })
  }
}

/** A product's words follow it into the index, in the same transaction. */
export function indexProduct(event: PbRecordEvent): void {
  inTransaction(event, (e) => {
    const wasFound = !e.record.isNew() && !e.record.original().getBool('archived')
    const before = wasFound ? textsOf(e.record.original()) : undefined
    e.next()
    if (e.record.getBool('archived')) {
      forget(e.app, e.record.id)
      return
    }
    const texts = textsOf(e.record)
    // Counts of reviews and stock change products far more often than words do.
    if (before && isSame(before, texts)) return
    write(e.app, e.record.id, texts)
  })
}

/** onRecordDelete of products: their words go with them, in the same transaction. */
export function forgetProduct(event: PbRecordEvent): void {
  inTransaction(event, (e) => {
    e.next()
    forget(e.app, e.record.id)
  })
}

function forget(app: PbApp, product: string): void {
  run(app, 'DELETE FROM search_texts WHERE rowid = (SELECT doc FROM search_documents WHERE product = {:product})', {
    product,
  })
  run(app, 'DELETE FROM search_documents WHERE product = {:product}', { product })
}

/** Products of one transaction of the job: others write between two. */
const BATCH = 100

/** Columns that lists are sorted and narrowed by, as saving a product sets them (product-check.ts). */
function rankAll(app: PbApp): void {
  const rank = 'CASE WHEN list_order > 0 THEN 1.0 / list_order ELSE 0 END'
  const gift = `EXISTS (SELECT 1 FROM json_each(CASE WHEN json_valid(tags) THEN tags ELSE '[]' END) WHERE LOWER(TRIM(value)) = 'gift')`
  run(app, `UPDATE products SET place = ${rank}, gift = ${gift} WHERE place != ${rank} OR gift != ${gift}`)
}

/** As saving a product sets them (product-check.ts). */
function nameShades(app: PbApp, product: PbRecord): void {
  const shades = productShades(parseJson(product.getString('colors')))
  if (shades.join() === [...(product.get('shades') as string[])].join()) return
  run(app, 'UPDATE products SET shades = {:shades} WHERE id = {:id}', {
    shades: JSON.stringify(shades),
    id: product.id,
  })
}

/** Cron job `store-search`: brings in what was written past the hooks, and forgets words and products that are gone. */
export function indexAll(app: PbApp): void {
  app.runInTransaction(rankAll)
  const known = new Set<string>()
  for (let last = ''; ; ) {
    let read = 0
    app.runInTransaction((txApp) => {
      const products = txApp.findRecordsByFilter('products', 'archived = false && id > {:last}', 'id', BATCH, 0, {
        last,
      })
      for (const product of products) {
        write(txApp, product.id, textsOf(product), known)
        nameShades(txApp, product)
      }
      read = products.length
      last = products.at(-1)?.id ?? ''
    })
    if (read < BATCH) break
  }
  app.runInTransaction((txApp) => {
    const gone =
      'SELECT doc FROM search_documents WHERE product NOT IN (SELECT id FROM products WHERE archived = FALSE)'
    run(txApp, `DELETE FROM search_texts WHERE rowid IN (${gone})`)
    run(txApp, 'DELETE FROM search_documents WHERE product NOT IN (SELECT id FROM products WHERE archived = FALSE)')
    run(txApp, 'DELETE FROM search_slips WHERE term NOT IN (SELECT term FROM search_vocabulary)')
  })
}

/** Makes the index when products are missing in it; otherwise that is the job's, at night. */
export function indexMissing(app: PbApp): void {
  try {
    if (hasRow(app, 'FROM products WHERE id NOT IN (SELECT product FROM search_documents)')) indexAll(app)
  } catch (error) {
    // Thrown here it would keep a shop closed that only finds nothing.
    app.logger().error('The search could not be indexed', 'error', String(error))
  }
}
