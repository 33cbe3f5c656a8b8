/// <reference path="../pb_data/types.d.ts" />

/** What the shop looks like and says: settings, theme, navigation, homepage, slides, pages, posts, offers, pictures. */
migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products')
    const dates = [
      { type: 'autodate', name: 'created', onCreate: true },
      { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
    ]
    /** Readable as far as `rule` says, written in the admin UI only. */
    const site = (name, rule, fields, indexes) =>
      app.save(
        new Collection({
          type: 'base',
          name,
          listRule: rule,
          viewRule: rule,
          createRule: null,
          updateRule: null,
          deleteRule: null,
          fields: [...fields, ...dates],
          indexes,
        }),
      )

    site(
      'store_settings',
      '',
      [
        {
          type: 'text',
          name: 'key',
          required: true,
          max: 10,
          pattern: '^store$',
          help: 'Always store: there is one settings record.',
        },
        {
          type: 'text',
          name: 'store_name',
          required: true,
          max: 80,
          presentable: true,
          help: 'Name of the shop, in the header, mails and page titles.',
        },
        {
          type: 'number',
          name: 'minimum_order',
          min: 0,
          max: 1000000,
          help: 'Smallest cart total that can be ordered, in rupees. 0 for none.',
        },
        {
          type: 'number',
          name: 'free_shipping_from',
          min: 0,
          max: 1000000,
          help: 'Delivery is free from this cart total, in rupees.',
        },
        { type: 'number', name: 'shipping_fee', min: 0, max: 1000000, help: 'Delivery below that, in rupees.' },
        { type: 'bool', name: 'cod_enabled', help: 'Offer cash on delivery at checkout.' },
        {
          type: 'number',
          name: 'cod_max',
          min: 0,
          max: 1000000,
          help: 'Largest order that can be paid in cash, in rupees. 0 for no limit.',
        },
        {
          type: 'number',
          name: 'cod_max_open_per_phone',
          min: 0,
          max: 1000,
          onlyInt: true,
          help: 'How many unpaid cash orders one phone number may have at a time. 0 for no limit.',
        },
        {
          type: 'text',
          name: 'chat_number',
          max: 20,
          pattern: '^\\+?[0-9]{8,15}$',
          help: 'Number for the order-via-chat link, with country code and digits only. Empty hides the link.',
        },
        { type: 'text', name: 'chat_greeting', max: 300, help: 'First words of the chat, filled in for the shopper.' },
        {
          type: 'text',
          name: 'seller_legal_name',
          max: 160,
          help: 'Legal name of the seller. The Consumer Protection (E-Commerce) Rules 2020 ask for it on the site.',
        },
        {
          type: 'text',
          name: 'seller_address',
          max: 400,
          help: 'Principal address of the seller, shown on the contact page.',
        },
        { type: 'email', name: 'seller_email', help: 'Customer-care e-mail address, shown on the contact page.' },
        { type: 'text', name: 'seller_phone', max: 20, help: 'Customer-care phone number, shown on the contact page.' },
        {
          type: 'text',
          name: 'seller_gstin',
          max: 15,
          pattern: '^[0-9]{2}[A-Z0-9]{13}$',
          help: 'GSTIN, 15 characters. Empty when not registered.',
        },
        {
          type: 'text',
          name: 'grievance_officer_name',
          max: 80,
          help: 'Grievance officer whom the E-Commerce Rules 2020 ask for.',
        },
        { type: 'email', name: 'grievance_officer_email', help: 'E-mail address of the grievance officer.' },
        { type: 'text', name: 'grievance_officer_phone', max: 20, help: 'Phone number of the grievance officer.' },
        {
          type: 'select',
          name: 'gst_mode',
          required: true,
          maxSelect: 1,
          values: ['unregistered', 'composition', 'regular'],
          help: 'unregistered: no GST. composition: bill of supply. regular: tax invoices with HSN and rates.',
        },
        { type: 'url', name: 'social_instagram', help: 'Address of your Instagram page. Empty hides the icon.' },
        { type: 'url', name: 'social_facebook', help: 'Address of your Facebook page. Empty hides the icon.' },
        { type: 'url', name: 'social_youtube', help: 'Address of your YouTube channel. Empty hides the icon.' },
        {
          type: 'email',
          name: 'notify_email',
          hidden: true,
          help: 'Where the store writes to you about new orders and messages. Never shown to shoppers.',
        },
      ],
      ['CREATE UNIQUE INDEX `idx_store_settings_key` ON `store_settings` (`key`)'],
    )

    site(
      'theme_settings',
      'is_active = true',
      [
        {
          type: 'text',
          name: 'name',
          required: true,
          max: 60,
          presentable: true,
          help: 'Your name for this set of colours.',
        },
        {
          type: 'bool',
          name: 'is_active',
          presentable: true,
          help: 'The shop uses this one. Only one theme can be active.',
        },
        {
          type: 'text',
          name: 'primary_color',
          max: 7,
          help: 'Buttons and the cart count, as a hex colour such as #6f4326.',
        },
        {
          type: 'text',
          name: 'primary_color_hover',
          max: 7,
          help: 'The same under the pointer. Empty: a little darker by itself.',
        },
        {
          type: 'text',
          name: 'primary_color_hsl',
          max: 30,
          help: 'The main colour again as hue, saturation, lightness: 24 49% 29%.',
        },
        { type: 'text', name: 'accent_color', max: 7, help: 'Savings and the gift bar, as a hex colour.' },
        { type: 'text', name: 'accent_color_hsl', max: 30, help: 'The accent again as hue, saturation, lightness.' },
        {
          type: 'text',
          name: 'text_on_primary',
          max: 7,
          help: 'Words on buttons, as a hex colour. Ignored where it could not be read.',
        },
        {
          type: 'text',
          name: 'dark_mode_primary_color_hsl',
          max: 30,
          help: 'Main colour of the dark theme as hue, saturation, lightness. Empty: made from the main colour.',
        },
        {
          type: 'text',
          name: 'dark_mode_accent_color_hsl',
          max: 30,
          help: 'Accent of the dark theme as hue, saturation, lightness. Empty: made from the accent.',
        },
      ],
      ['CREATE UNIQUE INDEX `idx_theme_settings_active` ON `theme_settings` (`is_active`) WHERE `is_active` = TRUE'],
    )

    site(
      'navbar_config',
      'is_active = true',
      [
        { type: 'text', name: 'name', max: 60, presentable: true, help: 'Your name for this set of links.' },
        {
          type: 'bool',
          name: 'is_active',
          presentable: true,
          help: 'The shop uses this one. Only one can be active; with none, every link is shown.',
        },
        ...[
          ['show_shop', 'Shop'],
          ['show_bestsellers', 'Bestsellers'],
          ['show_new_arrivals', 'New Arrivals'],
          ['show_about', 'About'],
          ['show_gifting', 'Gifting'],
          ['show_contact', 'Contact'],
          ['show_blog', 'Blog'],
        ].map(([name, label]) => ({ type: 'bool', name, help: `Show the link ${label} in the header.` })),
      ],
      ['CREATE UNIQUE INDEX `idx_navbar_config_active` ON `navbar_config` (`is_active`) WHERE `is_active` = TRUE'],
    )

    const sections = [
      ['hero', 'the slider at the top'],
      ['featured', 'the featured products'],
      ['new_arrivals', 'the new arrivals'],
      ['features', 'the three reasons to buy'],
      ['bestsellers', 'the bestsellers'],
      ['testimonials', 'the testimonials'],
      ['newsletter', 'the newsletter form'],
    ]
    site(
      'homepage_config',
      'is_active = true',
      [
        { type: 'text', name: 'name', max: 60, presentable: true, help: 'Your name for this arrangement.' },
        {
          type: 'bool',
          name: 'is_active',
          presentable: true,
          help: 'The homepage uses this one. Only one can be active.',
        },
        ...sections.map(([name, what]) => ({ type: 'bool', name: `show_${name}`, help: `Show ${what}.` })),
        ...sections.map(([name, what], order) => ({
          type: 'number',
          name: `${name}_order`,
          min: 0,
          max: 100,
          onlyInt: true,
          help: `Place of ${what} on the page: 0 is the top. Usually ${order}.`,
        })),
      ],
      ['CREATE UNIQUE INDEX `idx_homepage_config_active` ON `homepage_config` (`is_active`) WHERE `is_active` = TRUE'],
    )

    site(
      'slider_images',
      'active = true',
      [
        {
          type: 'file',
          name: 'image',
          required: true,
          maxSelect: 1,
          maxSize: 10485760,
          mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
          thumbs: ['100x0', '300x0', '400x0', '600x0', '800x0', '1200x0', '1200x630', '1400x0', '1920x0'],
          help: 'Wide photograph, 1920 x 900, with its left third empty for the words. JPEG is best.',
        },
        {
          type: 'json',
          name: 'placeholders',
          maxSize: 2048,
          help: 'A tiny picture, shown blurred until the real one is there. Kept by the store; what you type here is ignored.',
        },
        { type: 'text', name: 'title', max: 80, presentable: true, help: 'A few words over the picture.' },
        { type: 'text', name: 'subtitle', max: 200, help: 'One sentence below them.' },
        {
          type: 'text',
          name: 'link',
          max: 500,
          help: 'Where the slide leads: a page of this shop such as /shop, or a full address that begins with https://.',
        },
        { type: 'bool', name: 'needsOverlay', help: 'Darken the picture a little so that the words can be read.' },
        { type: 'bool', name: 'active', presentable: true, help: 'Show this slide.' },
        {
          type: 'number',
          name: 'order',
          onlyInt: true,
          min: 0,
          presentable: true,
          help: 'Place in the slider: the smallest number comes first.',
        },
      ],
      ['CREATE INDEX `idx_slider_images_active` ON `slider_images` (`active`, `order`)'],
    )

    site(
      'assets',
      '',
      [
        {
          type: 'text',
          name: 'key',
          required: true,
          max: 60,
          pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
          presentable: true,
          help: 'What the picture is used for. logo is the one in the header.',
        },
        {
          type: 'file',
          name: 'file',
          required: true,
          maxSelect: 1,
          maxSize: 5242880,
          mimeTypes: ['image/svg+xml', 'image/jpeg', 'image/png', 'image/webp', 'image/avif'],
          thumbs: ['100x0', '300x0', '600x0', '1200x0'],
          help: 'The picture: SVG, PNG, JPEG, WebP or AVIF of at most 5 MB.',
        },
        { type: 'text', name: 'alt', max: 160, help: 'What it shows, for people who cannot see it.' },
      ],
      ['CREATE UNIQUE INDEX `idx_assets_key` ON `assets` (`key`)'],
    )

    const slug = '^[a-z0-9]+(?:-[a-z0-9]+)*$'
    site(
      'pages',
      'published = true',
      [
        {
          type: 'text',
          name: 'slug',
          required: true,
          max: 100,
          pattern: slug,
          help: 'End of the page’s address, in lower case with hyphens, such as shipping-policy.',
        },
        { type: 'text', name: 'title', required: true, max: 160, presentable: true, help: 'Heading of the page.' },
        { type: 'editor', name: 'body', maxSize: 262144, help: 'The text of the page.' },
        { type: 'bool', name: 'published', presentable: true, help: 'Shoppers can read it.' },
      ],
      ['CREATE UNIQUE INDEX `idx_pages_slug` ON `pages` (`slug`)'],
    )
    site(
      'posts',
      'published = true && (published_at = "" || published_at <= @now)',
      [
        {
          type: 'text',
          name: 'slug',
          required: true,
          max: 100,
          pattern: slug,
          help: 'End of the post’s address, in lower case with hyphens.',
        },
        { type: 'text', name: 'title', required: true, max: 160, presentable: true, help: 'Heading of the post.' },
        {
          type: 'file',
          name: 'cover',
          maxSelect: 1,
          maxSize: 10485760,
          mimeTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
          thumbs: ['100x0', '300x0', '400x0', '600x0', '800x0', '1200x0', '1200x630'],
          help: 'Photograph above the post. JPEG is best.',
        },
        {
          type: 'json',
          name: 'placeholders',
          maxSize: 2048,
          help: 'A tiny picture, shown blurred until the real one is there. Kept by the store; what you type here is ignored.',
        },
        { type: 'text', name: 'cover_alt', max: 160, help: 'What the photograph shows, for people who cannot see it.' },
        { type: 'text', name: 'excerpt', max: 300, help: 'One or two sentences for the list of posts.' },
        { type: 'editor', name: 'body', maxSize: 262144, help: 'The text of the post.' },
        { type: 'date', name: 'published_at', help: 'From when it can be read, and its place in the list.' },
        { type: 'bool', name: 'published', presentable: true, help: 'Shoppers can read it once its date has come.' },
      ],
      [
        'CREATE UNIQUE INDEX `idx_posts_slug` ON `posts` (`slug`)',
        'CREATE INDEX `idx_posts_published` ON `posts` (`published`, `published_at`)',
      ],
    )

    site(
      'special_offers',
      'active = true && start_date <= @now && end_date >= @now',
      [
        { type: 'text', name: 'title', max: 120, presentable: true, help: 'What shoppers read. Empty: Special Offer.' },
        { type: 'text', name: 'description', max: 400, help: 'One sentence that says what they get and when.' },
        {
          type: 'number',
          name: 'min_order_value',
          min: 0,
          max: 1000000,
          help: 'Cart total from which the offer holds, in rupees. Empty or 0: from the first rupee.',
        },
        {
          type: 'bool',
          name: 'active',
          presentable: true,
          help: 'Switch the offer on. The newest active one within its dates is shown.',
        },
        {
          type: 'date',
          name: 'start_date',
          required: true,
          help: 'From when it runs (UTC; India is five and a half hours ahead).',
        },
        { type: 'date', name: 'end_date', required: true, help: 'Until when it runs (UTC). Not before the start.' },
        {
          type: 'select',
          name: 'offer_type',
          maxSelect: 1,
          values: ['free_gift'],
          help: 'free_gift: the product below goes into the parcel free of charge.',
        },
        {
          type: 'text',
          name: 'gift_product_id',
          max: 15,
          help: 'Id of the product given away (copy it from the product’s record).',
        },
        {
          type: 'relation',
          name: 'product',
          collectionId: products.id,
          maxSelect: 1,
          help: 'The product the offer is about; shown with the offer.',
        },
      ],
      ['CREATE INDEX `idx_special_offers_active` ON `special_offers` (`active`, `created`)'],
    )

    // The one settings record, with the specification's numbers: an empty number would be stored as 0 and mean 0.
    app.save(
      new Record(app.findCollectionByNameOrId('store_settings'), {
        key: 'store',
        store_name: 'Sabun & Jhola',
        minimum_order: 150,
        free_shipping_from: 100,
        shipping_fee: 10,
        cod_enabled: true,
        cod_max: 0,
        cod_max_open_per_phone: 0,
        gst_mode: 'unregistered',
      }),
    )
  },
  (app) => {
    for (const name of [
      'special_offers',
      'posts',
      'pages',
      'assets',
      'slider_images',
      'homepage_config',
      'navbar_config',
      'theme_settings',
      'store_settings',
    ]) {
      app.delete(app.findCollectionByNameOrId(name))
    }
  },
)
