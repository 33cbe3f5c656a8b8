/// <reference path="../pb_data/types.d.ts" />

/** What signed-in shoppers have given their hearts to, one list for each. */
migrate(
  (app) => {
    const carts = app.findCollectionByNameOrId('carts')
    app.save(
      new Collection({
        type: 'base',
        name: 'wishlists',
        listRule: carts.listRule,
        viewRule: carts.viewRule,
        createRule: carts.createRule,
        updateRule: carts.updateRule,
        deleteRule: carts.deleteRule,
        fields: [
          {
            type: 'relation',
            name: 'user',
            collectionId: app.findCollectionByNameOrId('users').id,
            required: true,
            maxSelect: 1,
            cascadeDelete: true,
            presentable: true,
            help: 'Whose wishlist it is; one for each person.',
          },
          {
            type: 'json',
            name: 'items',
            maxSize: 65536,
            help: 'Each thing with its colour, what it cost and when; gone: the heart was taken away.',
          },
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: ['CREATE UNIQUE INDEX `idx_wishlists_user` ON `wishlists` (`user`)'],
      }),
    )
  },
  (app) => app.delete(app.findCollectionByNameOrId('wishlists')),
)
