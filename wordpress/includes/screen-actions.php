<?php
/**
 * The actions of the settings screen's forms. Each checks nonce and permission first.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

add_action( 'admin_post_tidings_connect', __NAMESPACE__ . '\\do_connect' );
add_action( 'admin_post_tidings_disconnect', __NAMESPACE__ . '\\do_disconnect' );
add_action( 'admin_post_tidings_roles', __NAMESPACE__ . '\\do_roles' );
add_action( 'admin_post_tidings_posts', __NAMESPACE__ . '\\do_posts' );

/**
 * Ends the request unless an administrator sent it from our own form.
 *
 * @param string $action Name of the form's action.
 */
function guard( $action ) {
	check_admin_referer( $action );
	if ( ! current_user_can( 'manage_options' ) || ( 'tidings_connect' === $action && ! may_connect() ) ) {
		wp_die( esc_html__( 'You may not change these settings.', 'tidings' ), 403 );
	}
}

/**
 * Back to the screen.
 *
 * @param string $notice See show_notice().
 */
function back( $notice ) {
	wp_safe_redirect( screen_url( $notice ) );
	exit;
}

/** Connects by hand, and has the service's line shown once. */
function do_connect() {
	guard( 'tidings_connect' );
	// phpcs:disable WordPress.Security.NonceVerification.Missing -- guard() has checked.
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- esc_url_raw() cleans what trim() leaves.
	$url    = isset( $_POST['service_url'] ) ? esc_url_raw( trim( wp_unslash( $_POST['service_url'] ) ), array( 'http', 'https' ) ) : '';
	$secret = isset( $_POST['secret'] ) ? sanitize_text_field( wp_unslash( $_POST['secret'] ) ) : '';
	// phpcs:enable
	$secret = '' === $secret ? base64url( random_bytes( 32 ) ) : $secret;
	$made   = connect( $url, $secret );
	if ( is_wp_error( $made ) ) {
		set_transient( 'tidings_error_' . get_current_user_id(), $made->get_error_message(), MINUTE_IN_SECONDS );
		back( '' );
	}
	$dsn = 'wordpress+' . untrailingslashit( home_url() ) . '?service=' . $made['service_user'] . ':' . $made['application_password'] . '&secret=' . $secret; // phpcs:ignore WordPress.WP.CapitalPDangit.MisspelledInText -- a scheme.
	// In quotes it works both in a shell and in a settings file.
	$line = "TIDINGS_PLATFORM='" . str_replace( "'", '%27', $dsn ) . "'";
	set_transient( 'tidings_line_' . get_current_user_id(), $line, 5 * MINUTE_IN_SECONDS );
	// The card says what remains to be done.
	back( '' );
}

/** Disconnects. */
function do_disconnect() {
	guard( 'tidings_disconnect' );
	disconnect();
	back( 'disconnected' );
}

/**
 * The roles whose capabilities may be changed: administrators have all, the service's own role has none.
 *
 * @return \WP_Role[] By name.
 */
function changeable_roles() {
	return array_diff_key( wp_roles()->role_objects, array_flip( array( 'administrator', SERVICE_ROLE ) ) );
}

/** Gives each role the selected capabilities and removes the others. */
function do_roles() {
	guard( 'tidings_roles' );
	// phpcs:disable WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- guard() has checked; only compared with our names.
	$grant = isset( $_POST['grant'] ) && is_array( $_POST['grant'] ) ? wp_unslash( $_POST['grant'] ) : array();
	// phpcs:enable
	foreach ( changeable_roles() as $name => $role ) {
		$ticked  = isset( $grant[ $name ] ) && is_array( $grant[ $name ] ) ? $grant[ $name ] : array();
		$changed = false;
		foreach ( CAPABILITIES as $capability ) {
			$wanted = in_array( $capability, $ticked, true );
			if ( $wanted === $role->has_cap( $capability ) ) {
				continue;
			}
			$changed = true;
			if ( $wanted ) {
				$role->add_cap( $capability );
			} else {
				$role->remove_cap( $capability );
			}
		}
		if ( $changed ) {
			revoke(
				get_users(
					array(
						'role'   => $name,
						'fields' => 'ID',
						'number' => REVOKED_MAX,
					)
				)
			);
		}
	}
	back( 'saved' );
}

/** Texts about posts. */
function do_posts() {
	guard( 'tidings_posts' );
	// phpcs:disable WordPress.Security.NonceVerification.Missing -- guard() has checked.
	// phpcs:ignore WordPress.Security.ValidatedSanitizedInput.InputNotSanitized -- wp_parse_id_list() leaves integers.
	$groups   = isset( $_POST['groups'] ) ? wp_parse_id_list( wp_unslash( $_POST['groups'] ) ) : array();
	$template = isset( $_POST['template'] ) ? sanitize_textarea_field( wp_unslash( $_POST['template'] ) ) : '';
	$enabled  = ! empty( $_POST['enabled'] );
	// phpcs:enable
	$groups = array_values( array_filter( $groups ) );
	if ( $enabled && ( ! $groups || '' === trim( $template ) ) ) {
		set_transient( 'tidings_error_' . get_current_user_id(), __( 'Choose the groups that get the text, and enter the text.', 'tidings' ), MINUTE_IN_SECONDS );
		$enabled = false;
	}
	update_option(
		'tidings_posts',
		array(
			'enabled'  => $enabled,
			'groups'   => $groups,
			'template' => mb_substr( $template, 0, 1000 ),
		)
	);
	delete_option( 'tidings_post_fault' );
	back( 'saved' );
}
