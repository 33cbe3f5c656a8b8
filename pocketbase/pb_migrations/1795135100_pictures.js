/// <reference path="../pb_data/types.d.ts" />

/**
 * Which pictures of the shop have their small copies, and which wait for them: a plain table, filled by pocketbase/hooks/pictures.ts. A row is
 * one uploaded file. `version` 0: not made yet; `attempts`: times somebody began; `turn`: the lowest is made first;
 * `placeholder`: a tiny picture as a data address, which records carry for the picture their lists show (`placeholders`).
 */
migrate(
  (app) => {
    const run = (sql) => app.db().newQuery(sql).execute()
    run(
      `CREATE TABLE picture_variants (
        collection TEXT NOT NULL, record TEXT NOT NULL, file TEXT NOT NULL,
        version INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0, turn INTEGER NOT NULL DEFAULT 0, placeholder TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (collection, record, file)) WITHOUT ROWID`,
    )
    run('CREATE INDEX picture_variants_waiting ON picture_variants (attempts, turn) WHERE version = 0 AND attempts < 3')
  },
  (app) => {
    app.db().newQuery('DROP TABLE picture_variants').execute()
  },
)
