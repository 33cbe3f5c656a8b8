/// <reference path="../pb_data/types.d.ts" />

/** A slide's own picture for phones and the words of its button; tiles of categories are pictures of the shop. */
migrate(
  (app) => {
    const slides = app.findCollectionByNameOrId('slider_images')
    const wide = slides.fields.getByName('image')
    slides.fields.add(
      new FileField({
        name: 'image_phone',
        maxSelect: 1,
        maxSize: wide.maxSize,
        mimeTypes: wide.mimeTypes,
        thumbs: ['100x0', '300x0', '400x0', '600x0', '800x0', '1200x0', '1400x0', '1920x0'],
        help: 'Square close-up for phones, 1200 x 1200. Without one the wide photograph is cropped.',
      }),
    )
    slides.fields.add(
      new TextField({
        name: 'action',
        max: 24,
        help: 'What the button says, such as Shop soaps. Without words it says Explore.',
      }),
    )
    app.save(slides)
    const assets = app.findCollectionByNameOrId('assets')
    assets.fields.getByName('key').help =
      'What the picture is used for: logo in the header; category-soap for the tile of the category soap on the homepage, 4:5; gifting for the tile of gifts.'
    app.save(assets)
  },
  (app) => {
    const slides = app.findCollectionByNameOrId('slider_images')
    slides.fields.removeByName('image_phone')
    slides.fields.removeByName('action')
    app.save(slides)
    const assets = app.findCollectionByNameOrId('assets')
    assets.fields.getByName('key').help = 'What the picture is used for. logo is the one in the header.'
    app.save(assets)
  },
)
