<?php
/**
 * Settings → Tidings.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

add_action(
	'admin_menu',
	function () {
		add_options_page( __( 'Tidings', 'tidings' ), __( 'Tidings', 'tidings' ), 'manage_options', 'tidings', __NAMESPACE__ . '\\show_screen' );
	}
);
add_filter(
	'plugin_action_links_' . plugin_basename( FILE ),
	function ( $links ) {
		$link = '<a href="' . esc_url( screen_url() ) . '">' . esc_html__( 'Settings', 'tidings' ) . '</a>';
		return array_merge( array( $link ), $links );
	}
);
add_action(
	'admin_enqueue_scripts',
	function ( $page ) {
		if ( in_array( $page, array( 'settings_page_tidings', 'index.php' ), true ) ) {
			wp_enqueue_style( 'tidings-admin', plugins_url( 'assets/admin.css', FILE ), array(), VERSION );
		}
	}
);

/**
 * URL of the screen.
 *
 * @param string $notice Name of a notice, see notices().
 * @return string
 */
function screen_url( $notice = '' ) {
	return add_query_arg( array_filter( array( 'tidings' => $notice ) ), admin_url( 'options-general.php?page=tidings' ) );
}

/** The screen. */
function show_screen() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	echo '<div class="wrap tidings"><h1>' . esc_html__( 'Tidings', 'tidings' ) . '</h1>';
	show_notice();
	if ( connection() ) {
		show_connected();
	} else {
		show_unconnected();
	}
	show_roles();
	show_post_settings();
	echo '</div>';
}

/** The result of the last action. */
function show_notice() {
	$error = get_transient( 'tidings_error_' . get_current_user_id() );
	if ( $error ) {
		delete_transient( 'tidings_error_' . get_current_user_id() );
		echo '<div class="notice notice-error"><p>' . esc_html( $error ) . '</p></div>';
		return;
	}
	$texts = array(
		'disconnected' => __( 'Disconnected.', 'tidings' ),
		'saved'        => __( 'Saved.', 'tidings' ),
	);
	// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- only picks one of three sentences.
	$name = isset( $_GET['tidings'] ) ? sanitize_key( $_GET['tidings'] ) : '';
	if ( isset( $texts[ $name ] ) ) {
		echo '<div class="notice notice-success is-dismissible"><p>' . esc_html( $texts[ $name ] ) . '</p></div>';
	}
}

/**
 * The beginning of a form of the screen: each is sent to admin-post.php with its own nonce.
 *
 * @param string $action Name of the action.
 */
function open_form( $action ) {
	echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '">';
	echo '<input type="hidden" name="action" value="' . esc_attr( $action ) . '">';
	wp_nonce_field( $action );
}
