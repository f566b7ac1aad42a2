(function (blocks, element, editor, components, ServerSideRender, i18n) {
  const el = element.createElement;
  const __ = i18n.__;
  const groups = window.tidingsGroups || [];
  // Newer WordPress warns of controls that have not opted in to its newer sizes.
  const measures = { __nextHasNoMarginBottom: true, __next40pxDefaultSize: true };
  const settings = [
    ["title", __("Heading", "tidings"), ""],
    [
      "group",
      __("Groups", "tidings"),
      __("Numbers of newsletter groups, with commas. Visitors choose where there is more than one.", "tidings"),
    ],
    ["fields", __("Further fields", "tidings"), __("Names, with commas.", "tidings")],
    ["button", __("Words on the button", "tidings"), ""],
  ];
  blocks.registerBlockType("tidings/subscribe", {
    edit(props) {
      const chosen = props.attributes.group.split(/[\s,]+/).filter(Boolean);
      const choice = groups.map(({ id, name }) =>
        el(components.CheckboxControl, {
          key: id,
          __nextHasNoMarginBottom: true,
          label: name,
          checked: chosen.includes(String(id)),
          onChange: (on) =>
            props.setAttributes({
              // Groups that are no longer listed stay: nobody has removed them.
              group: [...new Set([...groups.map((one) => String(one.id)), ...chosen])]
                .filter((one) => (one === String(id) ? on : chosen.includes(one)))
                .join(","),
            }),
        }),
      );
      const fields = settings.map(([name, label, help]) =>
        name === "group" && choice.length > 0
          ? el(
              components.BaseControl,
              {
                key: name,
                __nextHasNoMarginBottom: true,
                help: __("Visitors choose where there is more than one.", "tidings"),
              },
              el(components.BaseControl.VisualLabel, null, label),
              choice,
            )
          : el(components.TextControl, {
              ...measures,
              key: name,
              label,
              help,
              value: props.attributes[name],
              onChange: (value) => props.setAttributes({ [name]: value }),
            }),
      );
      return el(
        "div",
        editor.useBlockProps(),
        el(editor.InspectorControls, null, el(components.PanelBody, { title: __("Form", "tidings") }, fields)),
        el(
          components.Disabled,
          null,
          el(ServerSideRender, { block: "tidings/subscribe", attributes: props.attributes }),
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
