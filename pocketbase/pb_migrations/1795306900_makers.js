/// <reference path="../pb_data/types.d.ts" />

/** Who makes what is sold: on the homepage, and on the pages of their products. */
migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'makers',
        listRule: 'active = true',
        viewRule: 'active = true',
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          {
            type: 'text',
            name: 'name',
            required: true,
            max: 80,
            presentable: true,
            help: 'The craft, such as Kantha stitching, or the name of who makes it, if they agree.',
          },
          { type: 'text', name: 'group', max: 80, help: 'How many they are, such as A workshop of four.' },
          { type: 'text', name: 'place', max: 80, help: 'Where they work, such as Rajasthan.' },
          {
            type: 'text',
            name: 'text',
            max: 300,
            help: 'A sentence or two of fact: how it is made, and how it is paid.',
          },
          {
            type: 'file',
            name: 'image',
            required: true,
            maxSelect: 1,
            maxSize: 10485760,
            mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
            thumbs: ['100x0', '300x0', '400x0', '600x0', '800x0', '1200x0'],
            help: 'Photograph of the work, at least 1200 px high; its middle is shown. JPEG is best.',
          },
          {
            type: 'relation',
            name: 'products',
            collectionId: app.findCollectionByNameOrId('products').id,
            maxSelect: 100,
            help: 'What they make: it stands on these products’ pages, and leads to the first of them.',
          },
          { type: 'bool', name: 'demo', help: 'Picture and words are examples: the picture says Demo.' },
          { type: 'bool', name: 'active', presentable: true, help: 'Shoppers see this one.' },
          {
            type: 'number',
            name: 'order',
            onlyInt: true,
            min: 0,
            presentable: true,
            help: 'Place on the homepage: the smallest number comes first.',
          },
          { type: 'autodate', name: 'created', onCreate: true },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
      }),
    )
  },
  (app) => app.delete(app.findCollectionByNameOrId('makers')),
)
