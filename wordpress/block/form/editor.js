(function (blocks, element, editor, components, ServerSideRender, i18n) {
  const el = element.createElement;
  const __ = i18n.__;
  const forms = window.tidingsForms || [];
  blocks.registerBlockType("tidings/form", {
    edit(props) {
      const { slug } = props.attributes;
      const known = forms.some((form) => form.slug === slug);
      const choice = el(components.SelectControl, {
        // Newer WordPress warns of controls that have not opted in to its newer sizes.
        __nextHasNoMarginBottom: true,
        __next40pxDefaultSize: true,
        label: __("Form", "tidings"),
        help:
          forms.length > 0
            ? __("Forms are made and changed in the console of Tidings.", "tidings")
            : __("No form can be listed: there is none yet, or the service does not answer.", "tidings"),
        value: slug,
        options: [
          { value: "", label: __("Choose a form", "tidings") },
          ...forms.map((form) => ({
            value: form.slug,
            /* translators: %s: title of a form */
            label: form.open ? form.title : i18n.sprintf(__("%s (closed)", "tidings"), form.title),
          })),
          // A form that is not listed stays: nobody has removed it.
          ...(slug === "" || known ? [] : [{ value: slug, label: slug }]),
        ],
        onChange: (value) => props.setAttributes({ slug: value }),
      });
      return el(
        "div",
        editor.useBlockProps(),
        el(editor.InspectorControls, null, el(components.PanelBody, { title: __("Form", "tidings") }, choice)),
        slug === ""
          ? el(components.Placeholder, { icon: "feedback", label: __("Tidings form", "tidings") }, choice)
          : el(
              components.Disabled,
              null,
              el(ServerSideRender, { block: "tidings/form", attributes: props.attributes }),
            ),
      );
    },
    save: () => null,
  });
})(
  window.wp.blocks,
  window.wp.element,
  window.wp.blockEditor,
  window.wp.components,
  window.wp.serverSideRender,
  window.wp.i18n,
);
