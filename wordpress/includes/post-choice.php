<?php
/**
 * What an editor sees before a post is published: that a text will be sent, to whom, and a checkbox to prevent it.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** Post meta: the editor wants no text about the post. */
const NOT_TEXTED = '_tidings_not_texted';

add_action(
	'init',
	function () {
		register_post_meta(
			'post',
			NOT_TEXTED,
			array(
				'type'          => 'boolean',
				'single'        => true,
				'default'       => false,
				'show_in_rest'  => array(
					'schema' => array(
						'type'    => 'boolean',
						'context' => array( 'edit' ),
					),
				),
				'auth_callback' => function ( $allowed, $key, $post_id ) {
					return current_user_can( 'edit_post', $post_id );
				},
			)
		);
	}
);
add_action(
	'enqueue_block_editor_assets',
	function () {
		$screen = function_exists( 'get_current_screen' ) ? get_current_screen() : null;
		$post   = get_post();
		if ( ! $screen || 'post' !== $screen->post_type || ! $post || ! may_be_texted( $post->ID ) ) {
			return;
		}
		wp_enqueue_script( 'tidings-post', plugins_url( 'block/post.js', FILE ), array( 'wp-plugins', 'wp-edit-post', 'wp-editor', 'wp-element', 'wp-components', 'wp-data', 'wp-i18n' ), VERSION, true );
		wp_set_script_translations( 'tidings-post', 'tidings', dirname( FILE ) . '/languages' );
		wp_add_inline_script( 'tidings-post', 'window.tidingsPost = ' . wp_json_encode( array( 'groups' => texted_groups() ), JSON_HEX_TAG ) . ';', 'before' );
	}
);
add_action(
	'add_meta_boxes_post',
	function ( $post ) {
		if ( may_be_texted( $post->ID ) ) {
			// The block editor has a panel of its own.
			add_meta_box( 'tidings-post', __( 'Text messages', 'tidings' ), __NAMESPACE__ . '\\show_post_choice', null, 'side', 'high', array( '__back_compat_meta_box' => true ) );
		}
	}
);
// Before post_saved(), which reads it.
add_action( 'save_post_post', __NAMESPACE__ . '\\save_post_choice' );

/**
 * Whether a text will be sent when the post is published.
 *
 * @param int $post_id Post.
 * @return bool
 */
function may_be_texted( $post_id ) {
	return post_settings()['enabled'] && connection() && ! is_copy() && ! was_texted( $post_id );
}

/**
 * The names of the groups that get the text.
 *
 * @return string
 */
function texted_groups() {
	$names = group_names();
	$shown = array();
	foreach ( post_settings()['groups'] as $group ) {
		$shown[] = group_name( $group, $names );
	}
	return implode( ', ', $shown );
}

/**
 * The checkbox in the classic editor.
 *
 * @param \WP_Post $post Post.
 */
function show_post_choice( $post ) {
	wp_nonce_field( 'tidings_post', 'tidings_post_nonce', false );
	?>
	<p><label><input type="checkbox" name="tidings_text_post" value="1" <?php checked( ! get_post_meta( $post->ID, NOT_TEXTED, true ) ); ?>>
		<?php esc_html_e( 'Text the subscribers about this post', 'tidings' ); ?></label></p>
	<p class="description">
		<?php
		/* translators: %s: names of groups */
		echo esc_html( sprintf( __( 'When it is published, once. Groups: %s', 'tidings' ), texted_groups() ) );
		?>
	</p>
	<?php
}

/**
 * Stores the checkbox of the classic editor.
 *
 * @param int $post_id Post.
 */
function save_post_choice( $post_id ) {
	if ( ! isset( $_POST['tidings_post_nonce'] ) || ! wp_verify_nonce( sanitize_key( $_POST['tidings_post_nonce'] ), 'tidings_post' )
		|| ! current_user_can( 'edit_post', $post_id ) || wp_is_post_revision( $post_id ) ) {
		return;
	}
	if ( empty( $_POST['tidings_text_post'] ) ) {
		update_post_meta( $post_id, NOT_TEXTED, true );
	} else {
		delete_post_meta( $post_id, NOT_TEXTED );
	}
}
