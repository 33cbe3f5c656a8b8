/// <reference path="../pb_data/types.d.ts" />

/**
 * The index of the search: plain tables beside the collections, filled by pocketbase/hooks/search.ts and made anew by the cron job `store-search`. Their text is
 * cut into terms before it arrives, so the tokenizer only has to keep letters and their marks together (Devanagari's vowel signs are marks).
 */
migrate(
  (app) => {
    const run = (sql) => app.db().newQuery(sql).execute()
    run('CREATE TABLE search_documents (doc INTEGER PRIMARY KEY, product TEXT NOT NULL UNIQUE)')
    run(
      `CREATE VIRTUAL TABLE search_texts USING fts5(name, words, about, tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N*'", prefix = '2 3 4 5')`,
    )
    run('CREATE VIRTUAL TABLE search_vocabulary USING fts5vocab(search_texts, row)')
    // A term of a name or a tag under itself and under itself with any one letter dropped.
    run('CREATE TABLE search_slips (slip TEXT NOT NULL, term TEXT NOT NULL, PRIMARY KEY (slip, term)) WITHOUT ROWID')

    const products = app.findCollectionByNameOrId('products')
    products.fields.add(
      new TextField({
        name: 'search_words',
        max: 1000,
        help: 'Words shoppers search by that stand nowhere else, in any language or spelling, such as: साबुन, sabun, saboon. Not shown.',
      }),
    )
    app.save(products)
  },
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    products.fields.removeByName('search_words')
    app.save(products)
    for (const table of ['search_slips', 'search_vocabulary', 'search_texts', 'search_documents']) {
      app.db().newQuery(`DROP TABLE ${table}`).execute()
    }
  },
)
