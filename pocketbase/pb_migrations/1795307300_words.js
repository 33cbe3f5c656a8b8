/// <reference path="../pb_data/types.d.ts" />

/**
 * The shop's own words: testimonials and promises, the words of the footer, places of the header's links and links of
 * the shop's own, and what order numbers begin with. They were built in. A shop that is there keeps what it showed,
 * as records; only the demo's keeps testimonials, because nobody has said them.
 */
migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    const make = (name, what, fields) =>
      app.save(
        new Collection({
          type: 'base',
          name,
          listRule: 'active = true',
          viewRule: 'active = true',
          createRule: null,
          updateRule: null,
          deleteRule: null,
          fields: [
            ...fields,
            { type: 'bool', name: 'active', presentable: true, help: `Shoppers see this ${what}.` },
            {
              type: 'number',
              name: 'order',
              onlyInt: true,
              min: 0,
              presentable: true,
              help: 'Place on the homepage: the smallest number comes first. Six are shown.',
            },
            { type: 'autodate', name: 'created', onCreate: true },
            { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
          ],
        }),
      )
    make('testimonials', 'one', [
      {
        type: 'text',
        name: 'name',
        required: true,
        max: 80,
        presentable: true,
        help: 'Who said it, as they agreed to be named.',
      },
      { type: 'text', name: 'location', max: 80, help: 'Where they live, such as Pune.' },
      { type: 'text', name: 'text', required: true, max: 400, help: 'What they said, in their own words.' },
      {
        type: 'number',
        name: 'rating',
        onlyInt: true,
        min: 0,
        max: 5,
        help: 'Stars they gave, 1 to 5. Empty: no stars are shown.',
      },
      {
        type: 'relation',
        name: 'product',
        collectionId: products.id,
        maxSelect: 1,
        help: 'What they bought: its name stands below their words.',
      },
    ])
    make('promises', 'promise', [
      {
        type: 'text',
        name: 'title',
        required: true,
        max: 60,
        presentable: true,
        help: 'Two or three words, such as Paper, no plastic.',
      },
      { type: 'text', name: 'text', max: 240, help: 'A sentence or two of what the shop does and can keep.' },
      {
        type: 'select',
        name: 'icon',
        maxSelect: 1,
        values: ['leaf', 'heart', 'hand', 'shield', 'truck', 'package', 'recycle', 'sparkle'],
        help: 'A small drawing above the title. Empty: none.',
      },
    ])

    const settings = app.findCollectionByNameOrId('store_settings')
    settings.fields.add(
      new TextField({
        name: 'footer_mission',
        max: 240,
        help: 'What the shop is for, in a sentence or two: at the foot of every page, and where links are shared. Empty: nothing stands there.',
      }),
    )
    settings.fields.add(
      new TextField({
        name: 'footer_copyright',
        max: 120,
        help: 'Last line of the footer. Empty: ©, the shop’s name, All rights reserved.',
      }),
    )
    settings.fields.add(
      new TextField({
        name: 'order_prefix',
        max: 6,
        pattern: '^[A-Z0-9]{2,6}$',
        help: 'What numbers of new orders begin with, 2 to 6 letters or digits. Earlier orders keep theirs. Empty: SJ.',
      }),
    )
    settings.fields.add(
      new BoolField({
        name: 'show_making',
        help: 'Show the pictures that came with the store: five days of a soap on the homepage, stitches on About. Only if that is how you work.',
      }),
    )
    app.save(settings)

    const menu = app.findCollectionByNameOrId('navbar_config')
    const links = [
      ['shop', 'Shop'],
      ['bestsellers', 'Bestsellers'],
      ['new_arrivals', 'New Arrivals'],
      ['about', 'About'],
      ['gifting', 'Gifting'],
      ['contact', 'Contact'],
      ['blog', 'Blog'],
    ]
    const place = (name, help) => new NumberField({ name, onlyInt: true, min: 0, max: 100, help })
    for (const [position, [name, label]] of links.entries()) {
      menu.fields.add(
        place(
          `${name}_order`,
          `Place of ${label} in the header: the smallest number comes first. Usually ${position + 1}.`,
        ),
      )
    }
    for (const number of [1, 2, 3, 4]) {
      menu.fields.add(
        new TextField({
          name: `own_${number}_label`,
          max: 24,
          help: 'A link of your own: what it says, such as Soaps. Empty: none.',
        }),
      )
      menu.fields.add(
        new TextField({
          name: `own_${number}_link`,
          max: 300,
          help: 'Where it leads: a page of this shop such as /shop?category=soap, or an address that begins with https://.',
        }),
      )
      menu.fields.add(place(`own_${number}_order`, `Its place in the header. Usually ${links.length + number}.`))
    }
    // Each place beside its switch; the id comes first.
    const ordered = ['name', 'is_active', ...links.flatMap(([name]) => [`show_${name}`, `${name}_order`])]
    for (const [position, name] of ordered.entries()) menu.fields.addAt(position + 1, menu.fields.getByName(name))
    app.save(menu)
    for (const record of app.findAllRecords('navbar_config')) {
      for (const [position, [name]] of links.entries()) record.set(`${name}_order`, position + 1)
      for (const number of [1, 2, 3, 4]) record.set(`own_${number}_order`, links.length + number)
      app.save(record)
    }

    // An order is found by the last part of its number, whatever its prefix was when it was placed.
    const orders = app.findCollectionByNameOrId('orders')
    orders.indexes = [...orders.indexes, 'CREATE INDEX `idx_orders_code` ON `orders` (substr(`number`, -8))']
    app.save(orders)

    if (app.countRecords('products') > 0) keepWords(app)

    function keepWords(app) {
      const [shop] = app.findRecordsByFilter('store_settings', "key = 'store'", '', 1)
      if (shop) {
        shop.set(
          'footer_mission',
          'We make two useful things well: soap you look forward to using, and bags you do not have to be careful with.',
        )
        shop.set('order_prefix', 'SJ')
        shop.set('show_making', true)
        app.save(shop)
      }
      const promises = [
        ['Natural Ingredients', 'Cold-process soap with real petals, milk and leaf. We name what goes into every bar.'],
        [
          'Quality Guaranteed',
          'Soap cures for five weeks; bags are made in small batches. If something is not right, a person answers.',
        ],
        ['Made with Love', 'Cut, printed, tied and stitched by people paid by the piece, at rates they set with us.'],
      ]
      for (const [position, [title, text]] of promises.entries()) {
        const collection = app.findCollectionByNameOrId('promises')
        app.save(new Record(collection, { title, text, active: true, order: position + 1 }))
      }
      const [about] = app.findRecordsByFilter('pages', "slug = 'about'", '', 1)
      if (!about) {
        const words = [
          'Sabun &amp; Jhola began at a kitchen table with one soap mould and a stack of cotton offcuts. The soap was for our own family; the bags were to carry it to the Sunday market.',
          'Today the soap is still mixed by hand, poured in wooden moulds and left to cure for five weeks. The bags are cut and stitched with weavers, block printers and kantha embroiderers, many of them working from home.',
          'We keep batches small, name what goes in, and pay makers by the piece at rates they set with us. We would rather sell you one bar you finish than five you forget.',
          'If something is not right, <a href="/contact">write to us</a> and a person will answer.',
        ]
        const body = words.map((text) => `<p>${text}</p>`).join('')
        app.save(
          new Record(app.findCollectionByNameOrId('pages'), {
            slug: 'about',
            title: 'About us',
            body,
            published: true,
          }),
        )
      }
      if (app.countRecords('users', $dbx.exp("email LIKE '%@demo.example.com'")) > 0) keepTestimonials(app)
    }

    function keepTestimonials(app) {
      const said = [
        [
          'Anaya K. (demo)',
          'Pune',
          'I came for one neem bar and now the whole house is on it. Parcels always come in paper, never in plastic.',
          'Neem & Tulsi Soap',
        ],
        [
          'Kabir O. (demo)',
          'Jaipur',
          'We ordered wedding favours at short notice. They told us honestly what could be ready in time, and every piece was lovely.',
          'Soap Gift Box of Four',
        ],
        [
          'Jhanvi L. (demo)',
          'Kolkata',
          'My kantha sling has been to work every day for a year. A seam came loose once and they mended it free.',
          'Kantha Sling Bag',
        ],
      ]
      for (const [position, [name, location, text, bought]] of said.entries()) {
        const [product] = app.findRecordsByFilter('products', 'name = {:bought}', '', 1, 0, { bought })
        const words = { name, location, text, rating: 5, product: product ? product.id : '' }
        const testimonials = app.findCollectionByNameOrId('testimonials')
        app.save(new Record(testimonials, { ...words, active: true, order: position + 1 }))
      }
    }
  },
  (app) => {
    const orders = app.findCollectionByNameOrId('orders')
    orders.indexes = orders.indexes.filter((index) => !index.includes('idx_orders_code'))
    app.save(orders)
    const menu = app.findCollectionByNameOrId('navbar_config')
    for (const { name } of [...menu.fields]) {
      if (/_order$|^own_/.test(name)) menu.fields.removeByName(name)
    }
    app.save(menu)
    const settings = app.findCollectionByNameOrId('store_settings')
    for (const name of ['footer_mission', 'footer_copyright', 'order_prefix', 'show_making'])
      settings.fields.removeByName(name)
    app.save(settings)
    for (const name of ['promises', 'testimonials']) app.delete(app.findCollectionByNameOrId(name))
  },
)
