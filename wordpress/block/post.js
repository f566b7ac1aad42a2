(function (plugins, editor, element, components, data, i18n) {
  const el = element.createElement;
  const __ = i18n.__;
  const KEY = "_tidings_not_texted";

  function Choice() {
    const meta = data.useSelect((select) => select("core/editor").getEditedPostAttribute("meta"), []);
    const { editPost } = data.useDispatch("core/editor");
    return el(components.CheckboxControl, {
      __nextHasNoMarginBottom: true,
      label: __("Text the subscribers about this post", "tidings"),
      /* translators: %s: names of groups */
      help: i18n.sprintf(__("When it is published, once. Groups: %s", "tidings"), window.tidingsPost.groups),
      checked: !meta?.[KEY],
      onChange: (on) => editPost({ meta: { [KEY]: !on } }),
    });
  }

  function Panels() {
    const isOut = data.useSelect((select) => select("core/editor").isCurrentPostPublished(), []);
    const title = __("Text messages", "tidings");
    return isOut
      ? null
      : [editor.PluginDocumentSettingPanel, editor.PluginPrePublishPanel].map((panel, at) =>
          el(panel, { key: at, name: "tidings-post", title, initialOpen: true }, el(Choice)),
        );
  }

  plugins.registerPlugin("tidings-post", { render: Panels, icon: "smartphone" });
})(
  window.wp.plugins,
  // Newer WordPress has them in the first, and warns of the second.
  window.wp.editor?.PluginPrePublishPanel ? window.wp.editor : window.wp.editPost,
  window.wp.element,
  window.wp.components,
  window.wp.data,
  window.wp.i18n,
);
