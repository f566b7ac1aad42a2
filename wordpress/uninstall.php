<?php
/**
 * Removes everything that the plugin has stored: capabilities, its role and user, options, numbers, marks on posts.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

require_once __DIR__ . '/includes/people.php';

/** Cleans one site. */
function uninstall_site() {
	global $wpdb;
	$ours = array_merge( CAPABILITIES, array( LOOK_UP ) );
	foreach ( wp_roles()->role_objects as $role ) {
		foreach ( $ours as $capability ) {
			$role->remove_cap( $capability );
		}
	}
	$service = get_userdata( (int) get_option( 'tidings_service_user' ) );
	if ( $service && in_array( SERVICE_ROLE, $service->roles, true ) ) {
		require_once ABSPATH . 'wp-admin/includes/user.php';
		if ( is_multisite() ) {
			require_once ABSPATH . 'wp-admin/includes/ms.php';
			wpmu_delete_user( $service->ID );
		} else {
			wp_delete_user( $service->ID );
		}
	}
	remove_role( SERVICE_ROLE );
	// What was granted to a single user.
	$holders = get_users(
		array(
			'fields'     => 'all',
			'meta_query' => array( // phpcs:ignore WordPress.DB.SlowDBQuery -- once, at the end.
				array(
					'key'     => $wpdb->get_blog_prefix() . 'capabilities',
					'value'   => '"svc_',
					'compare' => 'LIKE',
				),
			),
		)
	);
	foreach ( $holders as $user ) {
		foreach ( $ours as $capability ) {
			$user->remove_cap( $capability );
		}
	}
	foreach ( array( 'tidings_text_post', 'tidings_tell_orders', 'tidings_probe' ) as $hook ) {
		wp_unschedule_hook( $hook );
	}
	if ( function_exists( 'as_unschedule_all_actions' ) ) {
		as_unschedule_all_actions( 'tidings_tell_orders' );
	}
	// phpcs:ignore WordPress.DB -- the plugin's own table.
	$wpdb->query( "DROP TABLE IF EXISTS {$wpdb->prefix}tidings_order_changes" );
	delete_post_meta_by_key( '_tidings_texted' );
	delete_post_meta_by_key( '_tidings_not_texted' );
	// Of orders: posts, or in WooCommerce's own table, which exists whether or not WooCommerce is active.
	delete_post_meta_by_key( '_tidings_opt_in_box' );
	$order_meta = $wpdb->prefix . 'wc_orders_meta';
	// phpcs:disable WordPress.DB -- no function of WooCommerce can be called here.
	if ( $order_meta === $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $order_meta ) ) ) ) {
		$wpdb->delete( $order_meta, array( 'meta_key' => '_tidings_opt_in_box' ) );
	}
	// phpcs:enable
	// phpcs:ignore WordPress.DB -- options and transients by the beginning of their names.
	$names = $wpdb->get_col( "SELECT option_name FROM {$wpdb->options} WHERE option_name LIKE 'tidings\\_%' OR option_name LIKE '\\_transient\\_tidings\\_%' OR option_name LIKE '\\_transient\\_timeout\\_tidings\\_%'" );
	array_map( 'delete_option', $names );
}

if ( is_multisite() ) {
	foreach ( get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	) as $site ) {
		switch_to_blog( $site );
		uninstall_site();
		restore_current_blog();
	}
} else {
	uninstall_site();
}
delete_metadata( 'user', 0, 'tidings_mobile', '', true );
