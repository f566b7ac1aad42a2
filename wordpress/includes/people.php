<?php
/**
 * Capabilities: who gets them, and who has them.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** The capabilities of the service's API. */
const CAPABILITIES = array( 'svc_sendsms', 'svc_subscribers', 'svc_outbox', 'svc_inbox', 'svc_setting' );

/** Permission to read users' numbers through the lookup routes. Only the service's own user has it. */
const LOOK_UP = 'svc_recipients';

const SERVICE_ROLE = 'svc_service';

/**
 * Administrators have all capabilities; other roles have those that an administrator selects on the settings screen.
 *
 * @param bool $network Whether all sites of a network get the plugin at once.
 */
function grant_on_activation( $network = false ) {
	if ( ! $network || ! is_multisite() ) {
		grant_here();
		return;
	}
	$sites = array(
		'fields' => 'ids',
		'number' => 0,
	);
	foreach ( get_sites( $sites ) as $site ) {
		switch_to_blog( $site );
		grant_here();
		restore_current_blog();
	}
}

// A site that is added to the network later.
add_action(
	'wp_initialize_site',
	function ( $site ) {
		if ( isset( get_site_option( 'active_sitewide_plugins', array() )[ plugin_basename( FILE ) ] ) ) {
			switch_to_blog( $site->blog_id );
			grant_here();
			restore_current_blog();
		}
	},
	20
);

/** Grants the capabilities on the current site. */
function grant_here() {
	$administrators = get_role( 'administrator' );
	if ( $administrators ) {
		foreach ( CAPABILITIES as $capability ) {
			$administrators->add_cap( $capability );
		}
	}
	ensure_service_role();
}

/** The role of the one user that the service uses to read numbers. */
function ensure_service_role() {
	if ( ! get_role( SERVICE_ROLE ) ) {
		add_role(
			SERVICE_ROLE,
			__( 'Tidings service', 'tidings' ),
			array(
				'read'  => true,
				LOOK_UP => true,
			)
		);
	}
}

/**
 * Whether a user has a capability. WordPress counts the names of a user's roles as capabilities, so a role named like
 * one of ours would grant it: then only what the roles themselves grant counts.
 *
 * @param \WP_User $user       User.
 * @param string   $capability Exact name.
 * @return bool
 */
function has_capability( $user, $capability ) {
	// Who was marked as a spammer cannot sign in to the network; WordPress accepts their application passwords all the same.
	if ( ! $user->has_cap( $capability ) || ( is_multisite() && is_user_spammy( $user ) ) ) {
		return false;
	}
	if ( ! wp_roles()->is_role( $capability ) ) {
		return true;
	}
	foreach ( $user->roles as $name ) {
		$role = get_role( $name );
		if ( $role && $role->has_cap( $capability ) ) {
			return true;
		}
	}
	return is_multisite() && is_super_admin( $user->ID );
}

/**
 * The API's capabilities that a user has.
 *
 * @param \WP_User $user User.
 * @return string[]
 */
function capabilities_of( $user ) {
	$held = array();
	foreach ( CAPABILITIES as $capability ) {
		if ( has_capability( $user, $capability ) ) {
			$held[] = $capability;
		}
	}
	return $held;
}

/**
 * A user as described to the service.
 *
 * @param \WP_User $user User; may be nobody.
 * @return array
 */
function principal_of( $user ) {
	if ( ! $user->exists() ) {
		return array(
			'id'           => 0,
			'capabilities' => array(),
			'address'      => client_address(),
		);
	}
	$password = function_exists( 'rest_get_authenticated_app_password' ) ? rest_get_authenticated_app_password() : null;
	return array(
		'id'           => (int) $user->ID,
		'login'        => $user->user_login,
		'name'         => $user->display_name,
		'roles'        => array_values( $user->roles ),
		'capabilities' => capabilities_of( $user ),
		'address'      => client_address(),
		'credential'   => $password ? $password : 'session',
	);
}

/**
 * The site itself, where it acts on its own: a visitor's subscription, a text about a post, a privacy request. It has
 * only the capability that the call needs.
 *
 * @param string $capability What the call needs.
 * @return array|null Null while the site is not connected.
 */
function site_principal( $capability ) {
	$connection = connection();
	$user       = $connection ? get_userdata( $connection['user'] ) : false;
	if ( ! $user ) {
		return null;
	}
	return array(
		'id'           => (int) $user->ID,
		'login'        => $user->user_login,
		'name'         => $user->display_name,
		'roles'        => array( SERVICE_ROLE ),
		'capabilities' => array( $capability ),
		'address'      => client_address(),
		'credential'   => 'session',
	);
}

/**
 * The caller's IP address. A site behind a proxy sets REMOTE_ADDR in its own configuration, as for everything else.
 *
 * @return string
 */
function client_address() {
	$address = isset( $_SERVER['REMOTE_ADDR'] ) ? sanitize_text_field( wp_unslash( $_SERVER['REMOTE_ADDR'] ) ) : '';
	return filter_var( $address, FILTER_VALIDATE_IP ) ? $address : '0.0.0.0';
}
